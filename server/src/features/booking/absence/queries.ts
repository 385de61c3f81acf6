import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { recordEvent } from '../../../lib/events.ts'
import { appointmentJoins } from '../../appointments/queries.ts'
import { type AppointmentRecord, recordColumns } from '../../appointments/status/queries.ts'
import type { AppointmentActor } from '../../appointments/status/rules.ts'
import { settleTaps } from '../../appointments/status/settle-taps.ts'
import { readsPhoneOfAppointment } from '../../barbershops/roles/queries.ts'
import { nationalPhone } from '../../customers/queries.ts'
import { editsBarber, isOfSeriesAt } from '../../staff/schedule/queries.ts'

/** When a barber is absent. What has ended is over. */
export type AbsenceSpan = { barberId: string; start: Date; end: Date; now: Date }

/** True for the active `appointments` that an absence displaces. */
function isInAbsence({ barberId, start, end, now }: AbsenceSpan) {
  return sql`appointments.barber_id = ${barberId} and appointments.status in ('SCHEDULED', 'CONFIRMED')
    and appointments.starts_at < ${end} and appointments.ends_at > ${start} and appointments.ends_at > ${now}`
}

/** How many appointments there are, and of whom: their bookings are locked before the appointments are read again. */
export async function countAppointmentsIn(db: Database, span: AbsenceSpan) {
  const { rows } = await sql<{ count: number; customerIds: string[] }>`/* count appointments in absence */
    select count(*)::int as count,
           coalesce(array_agg(distinct customer_id) filter (where customer_id is not null), '{}') as "customerIds"
      from appointments where ${isInAbsence(span)}`.execute(db)
  return rows[0] ?? { count: 0, customerIds: [] }
}

/**
 * Blocks bookings of these customers, and with every barber of the barbershop, until the transaction ends. A booking takes one lock of
 * each kind, in the same order.
 */
export async function lockBookings(
  tx: Database,
  { customerIds, barbershopId }: { customerIds: readonly string[]; barbershopId: string },
): Promise<void> {
  await sql`/* lock bookings of absence */
    select pg_advisory_xact_lock(hashtextextended(id::text, kind)) from (
      select id, 1::bigint as kind from unnest(${customerIds}::uuid[]) id
      union
      select user_id, 2 from barbers where barbershop_id = ${barbershopId} and removed_at is null
      order by kind, id) as keys`.execute(tx)
}

type AbsenceEdit = { barberId: string; barbershopId: string; userId: string }

/**
 * Starts a change of the barber's time off as `lockAvailability` does, and keeps the hours and services of everyone who might take
 * over as they are until the transaction ends. False for a user who may not edit.
 */
export async function lockStaff(tx: Database, { barberId, barbershopId, userId }: AbsenceEdit): Promise<boolean> {
  const { step, allows } = editsBarber(userId)
  const { rows } = await sql<{ isEditable: boolean }>`/* lock staff of absence */
    with ${step},
    locked_barbershop as materialized (select id from barbershops where id = ${barbershopId} for share)
    select barbers.id = ${barberId} and ${allows} as "isEditable"
      from barbers join barbershops on barbershops.id = barbers.barbershop_id
     where barbershops.id in (select id from locked_barbershop) and removed_at is null
     order by barbers.id for no key update of barbers`.execute(tx)
  if (!rows.some(({ isEditable }) => isEditable)) return false
  await sql`/* supersede bookings of barber */
    update barbers set availability_version = availability_version + 1 where id = ${barberId}`.execute(tx)
  return true
}

/** Null for a service that the barbershop has removed since. */
export type AppointmentInAbsence = AppointmentRecord & {
  serviceIds: (string | null)[]
  customerPhone: string | null
  isOfSeries: boolean
}

/** The appointments during the absence by start, locked, with the phones that the user may read. */
export async function lockAppointmentsIn(
  tx: Database,
  span: AbsenceSpan,
  userId: string,
): Promise<AppointmentInAbsence[]> {
  const { rows } = await sql<AppointmentInAbsence>`/* lock appointments in absence */
    select ${recordColumns},
           case when ${readsPhoneOfAppointment(userId)} then
             coalesce(customers.phone, (select ${nationalPhone(sql`profile.phone`)} from customer_profiles profile
               where profile.id = appointments.profile_id)) end as "customerPhone",
           coalesce((select json_agg(service_id order by position) from appointment_services where appointment_id = appointments.id),
             json_build_array(appointments.service_id)) as "serviceIds",
           ${isOfSeriesAt(span.now)} as "isOfSeries"
      from appointments ${appointmentJoins}
     where ${isInAbsence(span)} order by appointments.id for no key update of appointments`.execute(tx)
  return rows.toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
}

/** Lists those of these users whose account is being closed. */
export async function listLeaving(db: Database, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`/* list leaving */
    select user_id as id from account_deletions where user_id = any(${userIds}::uuid[])`.execute(db)
  return rows.map(({ id }) => id)
}

export type Reassignment = { id: string; barberId: string; barberUserId: string }

/**
 * Gives appointments to other barbers at their times, confirmed: who reassigns them has seen them. The caller has locked them and the
 * bookings of the barbers, and found these free. Expired holds would still block them.
 */
export async function reassignAppointments(tx: Database, list: readonly Reassignment[], now: Date): Promise<void> {
  if (list.length === 0) return
  await sql`/* delete expired holds of barbers */
    delete from appointments where status = 'HELD' and held_until <= ${now}
       and barber_user_id = any(${list.map(({ barberUserId }) => barberUserId)}::uuid[])`.execute(tx)
  await sql`/* reassign appointments */
    update appointments
       set barber_id = reassigned."barberId", barber_user_id = reassigned."barberUserId", status = 'CONFIRMED',
           requested_at = ${now}, version = version + 1, updated_at = ${now}
      from json_to_recordset(${JSON.stringify(list)}::json) as reassigned("id" uuid, "barberId" uuid, "barberUserId" uuid)
     where appointments.id = reassigned.id`.execute(tx)
}

type Cancellation = { actor: AppointmentActor; reason?: string; now: Date }

type CancelledTime = Pick<AppointmentRecord, 'barberId' | 'startsAt' | 'endsAt' | 'bufferMin' | 'isWalkIn'>

/** The caller has locked them. */
export async function cancelAppointments(tx: Database, ids: readonly string[], { actor, reason, now }: Cancellation) {
  if (ids.length === 0) return
  const { rows } = await sql<CancelledTime>`/* cancel locked appointments */
    update appointments
       set status = 'CANCELLED', cancelled_by = ${actor}, cancel_reason = ${reason ?? null}::text,
           ${settleTaps({ status: 'CANCELLED' })} version = version + 1, updated_at = ${now}
     where id = any(${ids}::uuid[])
    returning barber_id as "barberId", starts_at as "startsAt", ends_at as "endsAt", buffer_min as "bufferMin",
              is_walk_in as "isWalkIn"`.execute(tx)
  await recordEvent(tx, { name: 'appointments.cancelled', appointments: rows, at: now })
}
