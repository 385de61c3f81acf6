import type { Appointment } from '@na-regua/contract/appointments'
import { type AutomaticConfirmation, confirmationDeadline } from '@na-regua/contract/confirmation'
import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { readsPhoneOfAppointment } from '../barbershops/roles/queries.ts'
import { nationalPhone } from '../customers/queries.ts'
import { automaticConfirmationSql } from './confirmation/queries.ts'

/** Who reads an appointment. Only the barbershop sees the customer's phone; a barber no longer after leaving it. */
export type AppointmentReader = 'customer' | 'barber' | 'owner'

const customerPhone = sql`coalesce(customers.phone, (
    select ${nationalPhone(sql`profile.phone`)} from customer_profiles profile where profile.id = appointments.profile_id))`

function phoneFor(reader: AppointmentReader, userId: string | null) {
  if (reader === 'customer') return sql`null`
  if (reader === 'barber') return sql`case when barbers.removed_at is null then ${customerPhone} end`
  return userId === null ? customerPhone : sql`case when ${readsPhoneOfAppointment(userId)} then ${customerPhone} end`
}

/**
 * The end of the day on which an appointment ended or was last changed, whichever is later, in local time of the barbershop. Needs
 * `appointments` and `barbershops` in the FROM clause.
 */
export const dayEnd = sql`
  (date_trunc('day', greatest(appointments.updated_at, appointments.ends_at) at time zone barbershops.time_zone) + interval '1 day')
    at time zone barbershops.time_zone`

/**
 * The columns of `Appointment`, for a statement that selects from `appointments` and `appointmentJoins`. `userId` is who reads it, null
 * for a message that we send ourselves.
 */
export function appointmentColumns(reader: AppointmentReader, userId: string | null) {
  const taps = reader === 'customer' ? noTaps : tapColumns
  const usesVisits = reader === 'customer' ? sql`` : sql`, 'usesVisits', barbershops.uses_visits`
  return sql`
  appointments.id, appointments.version, appointments.status, appointments.starts_at as "startTime", appointments.ends_at as "endTime",
  appointments.duration_min as "durationMin", appointments.price_cents as "priceCents", barbershops.time_zone as "timeZone",
  json_build_object('id', appointments.service_id, 'name', appointments.service_name) as service,
  coalesce(
    (select json_agg(json_build_object('id', service_id, 'name', name, 'durationMin', duration_min, 'priceCents', price_cents)
              order by position) from appointment_services where appointment_id = appointments.id),
    json_build_array(json_build_object('id', appointments.service_id, 'name', appointments.service_name,
      'durationMin', appointments.duration_min, 'priceCents', appointments.price_cents))) as services,
  json_build_object('id', customers.id, 'name', coalesce(customers.name, appointments.customer_name, 'Cliente'),
    'phone', ${phoneFor(reader, userId)}) as customer, appointments.guest_name as "guestName", appointments.note,
  json_build_object('id', barbers.id, 'name', users.name, 'avatarUrl', users.avatar_url,
    'user', json_build_object('name', users.name, 'avatarUrl', users.avatar_url),
    'barbershop', json_build_object('id', barbershops.id, 'name', barbershops.name)) as barber,
  json_build_object('id', barbershops.id, 'name', barbershops.name, 'address', barbershops.address,
    'phone', barbershops.phone, 'cancelNoticeMin', barbershops.cancel_notice_minutes${usesVisits}) as barbershop,
  exists (select 1 from reviews where appointment_id = appointments.id) as reviewed, appointments.is_walk_in as "isWalkIn",
  (select series_id from series_dates where series_dates.appointment_id = appointments.id) as "seriesId",
  appointments.group_id as "groupId",
  appointments.cancelled_by as "cancelledBy", appointments.cancel_reason as "cancelReason",
  appointments.presence_confirmed_at is not null as "isPresenceConfirmed",
  appointments.starts_at - make_interval(mins => barbershops.cancel_notice_minutes) as "changeableUntil",
  case when appointments.status = 'SCHEDULED' then appointments.requested_at end as "requestedAt",
  case when (appointments.status in ('COMPLETED', 'NO_SHOW') and not exists (select 1 from reviews where appointment_id = appointments.id))
         or (appointments.status = 'CONFIRMED' and appointments.is_walk_in) then ${dayEnd} end as "correctableUntil",
  ${reader === 'customer' ? sql`` : ofStaff}${taps}`
}

/** Not for a barber who has left. The price is no longer what staff agreed on once a later edit has changed it. */
const ofStaff = sql`
  case when barbers.removed_at is null then appointments.staff_note end as "staffNote",
  case when barbers.removed_at is null then (
    select case when price_reason is not null then json_build_object(
             'fromCents', from_price_cents, 'reason', price_reason, 'by', editors.name, 'at', edited_at) end
      from appointment_edits left join users editors on editors.id = edited_by
     where appointment_id = appointments.id and undone_at is null and appointment_edits.price_cents <> from_price_cents
     order by appointment_edits.version desc limit 1) end as "priceChange",
  case when barbers.removed_at is null then (
    select json_build_object('id', profile.id, 'allergies', profile.allergies, 'notes', profile.notes) from customer_profiles profile
     where profile.id = coalesce(appointments.profile_id, (
       select own.id from customer_profiles own
        where own.barbershop_id = appointments.barbershop_id and own.user_id = appointments.customer_id))) end as "customerProfile",`

/** When staff tapped that the customer arrived, and that the service began and ended. */
const tapColumns = sql`
  appointments.arrived_at as "arrivedAt", appointments.serving_from as "servingFrom", appointments.serving_until as "servingUntil"`
const noTaps = sql`null::timestamptz as "arrivedAt", null::timestamptz as "servingFrom", null::timestamptz as "servingUntil"`

export const appointmentJoins = sql`
  join barbers on barbers.id = appointments.barber_id join users on users.id = appointments.barber_user_id
  join barbershops on barbershops.id = appointments.barbershop_id left join users customers on customers.id = appointments.customer_id`

type Instants = 'startTime' | 'endTime' | 'changeableUntil'
type NullableInstants = 'correctableUntil' | 'arrivedAt' | 'servingFrom' | 'servingUntil'

/** Instants are a Date in a column and text inside a JSON value. */
export type AppointmentRow = Omit<Appointment, Instants | NullableInstants | 'confirmBy'> &
  Record<Instants, Date | string> &
  Record<NullableInstants, Date | string | null> & {
    /** Null unless the appointment is a request. */
    requestedAt?: Date | string | null
  }

export function toAppointment({ requestedAt, ...row }: AppointmentRow): Appointment {
  const toIso = (instant: Date | string) => new Date(instant).toISOString()
  const request = requestedAt && { startsAt: new Date(row.startTime), requestedAt: new Date(requestedAt) }
  return {
    ...row,
    startTime: toIso(row.startTime),
    endTime: toIso(row.endTime),
    changeableUntil: toIso(row.changeableUntil),
    correctableUntil: row.correctableUntil && toIso(row.correctableUntil),
    arrivedAt: row.arrivedAt && toIso(row.arrivedAt),
    servingFrom: row.servingFrom && toIso(row.servingFrom),
    servingUntil: row.servingUntil && toIso(row.servingUntil),
    ...(row.priceChange && { priceChange: { ...row.priceChange, at: toIso(row.priceChange.at) } }),
    confirmBy: request ? confirmationDeadline(request).toISOString() : null,
  }
}

const ofCustomer = (id: string, customerId: string) => sql`
  appointments.id = ${id} and appointments.customer_id = ${customerId} and appointments.status <> 'HELD'`

/** An appointment of the customer; a hold is not one. */
export async function findAppointment(db: Database, id: string, customerId: string): Promise<Appointment | undefined> {
  const { rows } = await sql<AppointmentRow>`/* find appointment */
    select ${appointmentColumns('customer', customerId)} from appointments ${appointmentJoins} where ${ofCustomer(id, customerId)}`.execute(
    db,
  )
  return rows[0] && toAppointment(rows[0])
}

/** The same, with which new times are confirmed at once. */
export async function findAppointmentToChange(db: Database, id: string, customerId: string) {
  const confirmation = automaticConfirmationSql(sql`appointments.customer_id`)
  const { rows } = await sql<
    AppointmentRow & { automaticConfirmation: AutomaticConfirmation }
  >`/* find appointment to change */
    select ${appointmentColumns('customer', customerId)}, ${confirmation} as "automaticConfirmation"
      from appointments ${appointmentJoins} where ${ofCustomer(id, customerId)}`.execute(db)
  if (!rows[0]) return undefined
  const { automaticConfirmation, ...row } = rows[0]
  return { appointment: toAppointment(row), automaticConfirmation }
}

/** The other open appointments of the customer's group. */
export async function listOthersOfGroup(
  db: Database,
  { id, groupId, customerId }: { id: string; groupId: string; customerId: string },
): Promise<Appointment[]> {
  const { rows } = await sql<AppointmentRow>`/* list others of group */
    select ${appointmentColumns('customer', customerId)} from appointments ${appointmentJoins}
     where appointments.group_id = ${groupId} and appointments.id <> ${id} and appointments.customer_id = ${customerId}
       and appointments.status in ('SCHEDULED', 'CONFIRMED')
     order by appointments.starts_at, appointments.id`.execute(db)
  return rows.map(toAppointment)
}
