import type { Appointment } from '@na-regua/contract/appointments'
import { sql } from 'kysely'

/** Who reads. The shop is told the customer's phone; a barber only while he has his chair there. */
export type Reader = 'customer' | 'barber' | 'owner'

const phones = {
  customer: sql`null`,
  barber: sql`case when barbers.removed_at is null then customers.phone end`,
  owner: sql`customers.phone`,
}

/** What an appointment tells, read from `taken` and `appointmentJoins`. */
export function appointmentColumns(reader: Reader) {
  return sql`
  taken.id, taken.status, taken.starts_at as "startTime", taken.ends_at as "endTime", taken.duration_min as "durationMin",
  taken.price_cents as "priceCents", barbershops.time_zone as "timeZone",
  json_build_object('id', taken.service_id, 'name', taken.service_name) as service,
  coalesce(
    (select json_agg(json_build_object('id', service_id, 'name', name, 'durationMin', duration_min, 'priceCents', price_cents)
              order by position) from appointment_services where appointment_id = taken.id),
    json_build_array(json_build_object('id', taken.service_id, 'name', taken.service_name, 'durationMin', taken.duration_min,
      'priceCents', taken.price_cents))) as services,
  json_build_object('id', customers.id, 'name', coalesce(customers.name, taken.customer_name, 'Cliente'),
    'phone', ${phones[reader]}) as customer,
  json_build_object('id', barbers.id, 'name', users.name, 'avatarUrl', users.avatar_url,
    'user', json_build_object('name', users.name, 'avatarUrl', users.avatar_url),
    'barbershop', json_build_object('id', barbershops.id, 'name', barbershops.name)) as barber,
  json_build_object('id', barbershops.id, 'name', barbershops.name, 'address', barbershops.address,
    'cancelNoticeMin', barbershops.cancel_notice_minutes) as barbershop,
  exists (select 1 from reviews where appointment_id = taken.id) as reviewed, taken.is_walk_in as "isWalkIn",
  taken.cancelled_by as "cancelledBy", taken.cancel_reason as "cancelReason",
  taken.presence_confirmed_at is not null as "isPresenceConfirmed",
  taken.starts_at - make_interval(mins => barbershops.cancel_notice_minutes) as "changeableUntil"`
}

export const appointmentJoins = sql`
  join barbers on barbers.id = taken.barber_id join users on users.id = taken.barber_user_id
  join barbershops on barbershops.id = taken.barbershop_id left join users customers on customers.id = taken.customer_id`

type Instants = 'startTime' | 'endTime' | 'changeableUntil'

/** Dates from columns, text where the base made JSON of them. */
export type AppointmentRow = Omit<Appointment, Instants> & Record<Instants, Date | string>

export function toAppointment(row: AppointmentRow): Appointment {
  const toIso = (instant: Date | string) => new Date(instant).toISOString()
  return {
    ...row,
    startTime: toIso(row.startTime),
    endTime: toIso(row.endTime),
    changeableUntil: toIso(row.changeableUntil),
  }
}
