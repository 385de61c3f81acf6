import type { Appointment, AppointmentStatus } from '@na-regua/contract/appointments'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import type { ServiceSelection } from '../../availability/rules.ts'
import { may, usersFor } from '../../barbershops/roles/queries.ts'
import { deleteConflictingHolds, lockDecidedBarber, supersedeDecidedBookings } from '../booking/queries.ts'
import { type AppointmentRow, appointmentColumns, appointmentJoins, dayEnd, toAppointment } from '../queries.ts'
import { type AppointmentActor, CONFIRMATION_LIMITS, type TransitionState } from './rules.ts'
import { recordTap, settleTaps } from './settle-taps.ts'

/** An appointment with its participants: what transitions are checked against and what notifications are written from. */
export type AppointmentRecord = TransitionState & {
  id: string
  version: number
  requestedAt: Date
  durationMin: number
  bufferMin: number
  timeZone: string
  barbershopId: string
  shopName: string
  ownerId: string
  /** The owner, managers and receptionists: who acts for the barbershop on everyone's appointments. */
  agendaUserIds: string[]
  /** Whose request it was read for: the statement that acts decides again whether they may. */
  actedBy?: string | undefined
  /** Taps of staff. With an end that the clock set, the status is still CONFIRMED. */
  arrivedAt: Date | null
  servingFrom: Date | null
  servingUntil: Date | null
  barberId: string
  barberUserId: string
  barberName: string
  /** Whether the barber still works at the barbershop. One who left may read past appointments, but not change them. */
  isBarberHere: boolean
  customerId: string | null
  customerName: string
  guestName: string | null
  serviceName: string
}

/** Read from `appointments` and `appointmentJoins`. */
export const recordColumns = sql`
  appointments.id, appointments.version, appointments.status, appointments.starts_at as "startsAt", appointments.ends_at as "endsAt",
  appointments.requested_at as "requestedAt", appointments.cancelled_by as "cancelledBy", appointments.duration_min as "durationMin",
  appointments.buffer_min as "bufferMin",  appointments.is_walk_in as "isWalkIn", appointments.barbershop_id as "barbershopId", appointments.barber_id as "barberId",
  appointments.barber_user_id as "barberUserId", users.name as "barberName", barbers.removed_at is null as "isBarberHere",
  appointments.customer_id as "customerId", coalesce(customers.name, appointments.customer_name, 'Cliente') as "customerName",
  appointments.guest_name as "guestName", appointments.service_name as "serviceName", barbershops.name as "shopName", barbershops.owner_id as "ownerId",
  appointments.arrived_at as "arrivedAt", appointments.serving_from as "servingFrom", appointments.serving_until as "servingUntil",
  ${usersFor('agenda')} as "agendaUserIds",
  barbershops.time_zone as "timeZone", barbershops.cancel_notice_minutes as "cancelNoticeMin", ${dayEnd} as "dayEndsAt"`

export async function findAppointmentRecord(db: Database, id: string): Promise<AppointmentRecord | undefined> {
  const { rows } = await sql<AppointmentRecord>`/* find appointment record */
    select ${recordColumns} from appointments ${appointmentJoins}
     where appointments.id = ${id} and appointments.status <> 'HELD'`.execute(db)
  return rows[0]
}

/** The appointment as one of its participants may read it; `userId` null for a message that we send ourselves. */
export async function getAppointmentFor(
  db: Database,
  id: string,
  actor: AppointmentActor,
  userId: string | null,
): Promise<Appointment> {
  const { rows } = await sql<AppointmentRow>`${sql.raw(`/* appointment for ${actor} */`)}
    select ${appointmentColumns(actor, userId)} from appointments ${appointmentJoins} where appointments.id = ${id}`.execute(
    db,
  )
  return toAppointment(rows[0] as AppointmentRow)
}

/** What was read before the change. An update that finds another status or version changes nothing. */
type ExpectedState = Pick<AppointmentRecord, 'id' | 'status' | 'version' | 'barbershopId' | 'customerId' | 'actedBy'>

type StatusChange = {
  status: AppointmentStatus
  cancelledBy?: AppointmentActor | 'system'
  reason?: string
  /** Staff tapped the end of a service of today. */
  endedAt?: Date | undefined
}

/**
 * A compare-and-set. False on a version conflict. The barbershop counts its completed appointments, so its row is locked first: a
 * barbershop that closes locks both in this order too (decision 0063).
 */
export async function updateStatus(
  tx: Database,
  expected: ExpectedState,
  change: StatusChange,
  now: Date,
): Promise<boolean> {
  const isCounted = change.status === 'COMPLETED' || expected.status === 'COMPLETED'
  const lock = isCounted ? sql`for no key update` : sql``
  const missedBy = change.status === 'NO_SHOW' ? expected.customerId : null
  const { rows } = await sql`/* update status */
    with ${missedBy ? sql`${supersedeDecidedBookings(missedBy)},` : sql``}
    barbershop as materialized (
      select id from barbershops where id = ${expected.barbershopId}
         ${missedBy ? sql`and (select count(*) from superseded_bookings) >= 0` : sql``} ${lock}),
    updated_appointment as (
      update appointments
         set status = ${change.status}, cancelled_by = ${change.cancelledBy ?? null}, cancel_reason = ${change.reason ?? null},
             ${settleTaps(change)} version = version + 1, updated_at = ${now}
        from barbershop where ${matchesExpected(expected)} and barbershop_id = barbershop.id
      returning barbershop_id)
    ${change.endedAt ? sql`, tapped as (${recordTap(change.endedAt)})` : sql``}
    select 1 from updated_appointment`.execute(tx)
  return rows.length === 1
}

/** Of `appointments`. */
export function matchesExpected({
  id,
  status,
  version,
  actedBy,
}: Omit<ExpectedState, 'barbershopId' | 'customerId'>): RawBuilder<unknown> {
  return sql`appointments.id = ${id} and appointments.status = ${status} and appointments.version = ${version}
    ${actedBy === undefined ? sql`` : sql`and ${hasPart(actedBy)}`}`
}

/** Customer, current barber, or one who may act on everyone's appointments of the barbershop. */
function hasPart(userId: string): RawBuilder<boolean> {
  return sql<boolean>`(appointments.customer_id = ${userId}
    or (appointments.barber_user_id = ${userId}
        and exists (select from barbers current where current.id = appointments.barber_id and current.removed_at is null))
    or ${may('agenda', userId, sql`appointments.barbershop_id`)})`
}

/** An active barber, with those who act for the barbershop: they may add walk-ins too. */
export type WalkInBarber = {
  barberId: string
  userId: string
  agendaUserIds: string[]
  barbershopId: string
  barbershopVersion: number
  timeZone: string
}

export async function findWalkInBarber(db: Database, barberId: string): Promise<WalkInBarber | undefined> {
  const { rows } = await sql<WalkInBarber>`/* find walk-in barber */
    select barbers.id as "barberId", user_id as "userId", ${usersFor('agenda')} as "agendaUserIds", barbershop_id as "barbershopId",
           barbershops.version as "barbershopVersion", time_zone as "timeZone"
      from barbers join barbershops on barbershops.id = barbershop_id
     where barbers.id = ${barberId} and removed_at is null and is_active`.execute(db)
  return rows[0]
}

/** Blocks bookings, rescheduling and walk-ins of this barber's user until the transaction ends. Bookings take the same lock. */
export async function lockBarberUser(tx: Database, userId: string): Promise<void> {
  await sql`/* lock barber user */ select pg_advisory_xact_lock(hashtextextended(${userId}::text, 2))`.execute(tx)
}

/** Blocks bookings, reviews and corrections of outcomes of this customer until the transaction ends. */
export async function lockCustomer(tx: Database, customerId: string): Promise<void> {
  await sql`/* lock customer */ select pg_advisory_xact_lock(hashtextextended(${customerId}::text, 1))`.execute(tx)
}

/** A customer without a booking, served now or soon. The name is optional. */
export type WalkIn = {
  barber: WalkInBarber
  selected: ServiceSelection
  start: Date
  end: Date
  customerName: string | null
  /** The user who adds it. */
  addedBy: string
  /** From the queue: an account, which has its own name and whose bookings are locked, or a profile; and since when it is served. */
  customerId?: string | null
  profileId?: string | null
  servingFrom?: Date
  /** Completed: it is over and was reported afterwards. */
  status?: 'CONFIRMED' | 'COMPLETED'
}

/** The walk-in that an identical request has already made. */
export async function findRepeatedWalkIn(
  tx: Database,
  { barber, selected, start, customerName }: WalkIn,
  statuses: readonly AppointmentStatus[] = ['CONFIRMED'],
) {
  const { rows } = await sql<{ id: string; version: number }>`/* find repeated walk-in */
    select id, version from appointments where barber_id = ${barber.barberId} and starts_at = ${start} and is_walk_in
       and status = any(${statuses}::text[]) and service_id = ${selected.services[0]?.id} and customer_name is not distinct from ${customerName}`.execute(
    tx,
  )
  return rows[0]
}

/**
 * `slot-taken`: the time is taken. `version-conflict`: the barber left, the user is no longer staff, the barbershop or its services
 * changed, or the customer was erased.
 */
export async function insertWalkIn(
  tx: Database,
  walkIn: WalkIn,
  now: Date,
): Promise<AppointmentRecord | 'slot-taken' | 'version-conflict'> {
  const {
    barber,
    selected,
    start,
    end,
    customerName,
    addedBy,
    customerId = null,
    profileId = null,
    servingFrom = null,
    status = 'CONFIRMED',
  } = walkIn
  const slot = { customerId: null, barberUserId: barber.userId, start, end, bufferMin: selected.bufferMin }
  const isStillStaff = sql`(barbers.user_id = ${addedBy}::uuid or ${may('agenda', addedBy)})`
  const { rows } = await sql<AppointmentRecord | { id: null }>`/* insert walk-in */
    with locked_barber as materialized (${lockDecidedBarber(barber, isStillStaff)}),
    locked_profile as materialized (
      select id from customer_profiles where id = ${profileId}::uuid and exists (select from locked_barber) for key share),
    decided as (select id from locked_barber where ${profileId}::uuid is null or exists (select from locked_profile)),
    deleted_holds as (${deleteConflictingHolds(slot, now)} returning 1),
    inserted_appointment as (
      insert into appointments (barbershop_id, barber_id, barber_user_id, service_id, service_name, duration_min, buffer_min,
                                price_cents, starts_at, ends_at, status, is_walk_in, customer_id, profile_id, customer_name,
                                arrived_at, serving_from, requested_at, created_at, updated_at)
      select ${barber.barbershopId}::uuid, decided.id, ${barber.userId}::uuid, ${selected.services[0]?.id}::uuid, ${selected.name}::text,
             ${selected.durationMin}::int, ${selected.bufferMin}::int, ${selected.priceCents}::int, ${start}::timestamptz, ${end}::timestamptz,
             ${status}::text, true, ${customerId}::uuid, ${profileId}::uuid, ${customerName}::text, ${servingFrom}::timestamptz, ${servingFrom}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
        from decided, (select count(*) from deleted_holds) as after_deletion
      on conflict do nothing returning *
    )
    select inserted.* from decided left join (
      select ${recordColumns} from inserted_appointment as appointments ${appointmentJoins}) as inserted on true`.execute(
    tx,
  )
  const [inserted] = rows
  if (!inserted) return 'version-conflict'
  return inserted.id === null ? 'slot-taken' : inserted
}

/**
 * Cancels up to `limit` requests that were not confirmed in time: `confirmationDeadline` in SQL. Rows that another transaction is
 * changing are skipped.
 */
export async function cancelOverdueRequests(tx: Database, now: Date, limit: number): Promise<AppointmentRecord[]> {
  const { rows } = await sql<AppointmentRecord>`/* cancel overdue requests */
    with cancelled as (
      update appointments set status = 'CANCELLED', cancelled_by = 'system', arrived_at = null, version = version + 1, updated_at = ${now}
       where id in (
         select id from appointments
          where status = 'SCHEDULED' and least(
                  starts_at, requested_at + make_interval(mins => ${CONFIRMATION_LIMITS.atMostMin}),
                  greatest(starts_at - make_interval(mins => ${CONFIRMATION_LIMITS.beforeStartMin}),
                           requested_at + make_interval(mins => ${CONFIRMATION_LIMITS.atLeastMin}))) <= ${now}
          order by starts_at limit ${limit} for update skip locked)
      returning *
    )
    select ${recordColumns} from cancelled as appointments ${appointmentJoins}`.execute(tx)
  return rows
}
