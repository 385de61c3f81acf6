import type { Appointment, AppointmentStatus } from '@na-regua/contract/appointments'
import { CONFIRMATION_LIMITS } from '@na-regua/contract/confirmation'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { isPermittedSql, usersFor } from '../../barbershops/roles/queries.ts'
import { type AppointmentRow, appointmentColumns, appointmentJoins, dayEnd, toAppointment } from '../queries.ts'
import type { AppointmentActor, TransitionState } from './rules.ts'
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

/** Blocks every other change of the appointment until the transaction ends. */
export async function lockAppointment(tx: Database, id: string): Promise<void> {
  await sql`/* lock appointment */ select from appointments where id = ${id} for no key update`.execute(tx)
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
type ExpectedState = Pick<AppointmentRecord, 'id' | 'status' | 'version' | 'actedBy'>

type StatusChange = {
  status: AppointmentStatus
  cancelledBy?: AppointmentActor | 'system'
  reason?: string
  /** Staff tapped the end of a service of today. */
  endedAt?: Date | undefined
}

/** A compare-and-set. False on a version conflict. */
export async function updateStatus(
  tx: Database,
  expected: ExpectedState,
  change: StatusChange,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`/* update status */
    with updated_appointment as (
      update appointments
         set status = ${change.status}, cancelled_by = ${change.cancelledBy ?? null}, cancel_reason = ${change.reason ?? null},
             ${settleTaps(change)} version = version + 1, updated_at = ${now}
       where ${matchesExpected(expected)}
      returning barbershop_id)
    ${change.endedAt ? sql`, tapped as (${recordTap(change.endedAt)})` : sql``}
    select 1 from updated_appointment`.execute(tx)
  return rows.length === 1
}

/** True when one of `appointments` is still as the caller saw it. */
export function matchesExpected({ id, status, version, actedBy }: ExpectedState): RawBuilder<unknown> {
  return sql`appointments.id = ${id} and appointments.status = ${status} and appointments.version = ${version}
    ${actedBy === undefined ? sql`` : sql`and ${hasPart(actedBy)}`}`
}

/** Customer, current barber, or one who may act on everyone's appointments of the barbershop. */
function hasPart(userId: string): RawBuilder<boolean> {
  return sql<boolean>`(appointments.customer_id = ${userId}
    or (appointments.barber_user_id = ${userId}
        and exists (select from barbers current where current.id = appointments.barber_id and current.removed_at is null))
    or ${isPermittedSql('agenda', userId, sql`appointments.barbershop_id`)})`
}

/** Blocks bookings, rescheduling and walk-ins of this barber's user until the transaction ends. Bookings take the same lock. */
export async function lockBarberUser(tx: Database, userId: string): Promise<void> {
  await sql`/* lock barber user */ select pg_advisory_xact_lock(hashtextextended(${userId}::text, 2))`.execute(tx)
}

/** Blocks bookings, reviews and corrections of outcomes of this customer until the transaction ends. */
export async function lockCustomer(tx: Database, customerId: string): Promise<void> {
  await sql`/* lock customer */ select pg_advisory_xact_lock(hashtextextended(${customerId}::text, 1))`.execute(tx)
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
                  starts_at - make_interval(mins => ${CONFIRMATION_LIMITS.latestBeforeStartMin}), requested_at + make_interval(mins => ${CONFIRMATION_LIMITS.atMostMin}),
                  greatest(starts_at - make_interval(mins => ${CONFIRMATION_LIMITS.beforeStartMin}),
                           requested_at + make_interval(mins => ${CONFIRMATION_LIMITS.atLeastMin}))) <= ${now}
          order by starts_at limit ${limit} for update skip locked)
      returning *
    )
    select ${recordColumns} from cancelled as appointments ${appointmentJoins}`.execute(tx)
  return rows
}
