import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { isPermittedSql } from '../../barbershops/roles/queries.ts'
import type { AppointmentRecord } from '../status/queries.ts'
import { recordTap } from '../status/settle-taps.ts'
import type { ServingAction } from './rules.ts'

/** Whom a barber's user serves at the moment. Without a name where it is in another barbershop. */
export type Serving = { appointmentId: string; barbershopId: string; customerName: string; since: Date; endsAt: Date }

export async function findServing(db: Database, barberUserId: string): Promise<Serving | undefined> {
  const { rows } = await sql<Serving>`/* find serving */
    select appointments.id as "appointmentId", barbershop_id as "barbershopId", serving_from as since, ends_at as "endsAt",
           coalesce(guest_name, customers.name, customer_name, 'Cliente') as "customerName"
      from appointments left join users customers on customers.id = customer_id
     where barber_user_id = ${barberUserId} and status = 'CONFIRMED' and serving_from is not null and serving_until is null`.execute(
    db,
  )
  return rows[0]
}

type Tap = { action: ServingAction; userId: string; at: Date; now: Date }

/**
 * A compare-and-set of the taps. False if the appointment has changed, the user is no longer staff, or the barber serves another
 * customer. The caller has locked the barber's user, under whose lock no other service starts.
 */
export async function updateServing(tx: Database, expected: AppointmentRecord, tap: Tap): Promise<boolean> {
  const { id, version, status, barberUserId } = expected
  const { action, userId, at, now } = tap
  const isFree = sql`not exists (
    select from appointments other where other.barber_user_id = ${barberUserId} and other.status = 'CONFIRMED'
       and other.serving_from is not null and other.serving_until is null)`
  const { rows } = await sql`${sql.raw(`/* ${action} */`)}
    with updated_appointment as (
      update appointments set ${changes(action, at)}, version = version + 1, updated_at = ${now}
       where id = ${id} and version = ${version} and status = ${status} and ${isStaffOf(userId)}
         and ${action === 'serve' ? isFree : sql`true`}
      returning barbershop_id),
    tapped as (${recordTap(at)})
    select 1 from updated_appointment`.execute(tx)
  return rows.length === 1
}

/** One who is served has arrived. */
function changes(action: ServingAction, at: Date): RawBuilder<unknown> {
  const instant = sql`${at}::timestamptz`
  if (action === 'arrive') return sql`arrived_at = ${instant}`
  if (action === 'undoArrive') return sql`arrived_at = null`
  if (action === 'serve')
    return sql`status = 'CONFIRMED', arrived_at = coalesce(arrived_at, ${instant}), serving_from = ${instant}, serving_until = null, is_end_settled = false`
  return sql`arrived_at = nullif(arrived_at, serving_from), serving_from = null, serving_until = null, is_end_settled = false`
}

/** The appointment's barber, who works there, or one who may act on everyone's appointments. */
export function isStaffOf(userId: string): RawBuilder<boolean> {
  return sql<boolean>`((appointments.barber_user_id = ${userId}
      and exists (select from barbers current where current.id = appointments.barber_id and current.removed_at is null))
    or ${isPermittedSql('agenda', userId, sql`appointments.barbershop_id`)})`
}

/** The end is when it was expected: as long after the beginning as was booked. */
const settledEnd = sql`serving_until = serving_from + make_interval(mins => duration_min), is_end_settled = true`

/** So long beyond the expected end the tap is not expected any more. */
const SETTLED_AFTER_HOURS = 2

/**
 * Ends up to `limit` services whose end was not tapped, two hours after it was expected, also past midnight. The status stays; so does the version, because staff may still act offline on what they saw. Returns the
 * barbershop of each.
 */
export async function settleEnds(tx: Database, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ barbershopId: string }>`/* settle ends */
    update appointments
       set ${settledEnd}
     where id in (
       select id from appointments
        where status = 'CONFIRMED' and serving_from is not null and serving_until is null
          and serving_from + make_interval(mins => duration_min, hours => ${SETTLED_AFTER_HOURS}) <= ${now}
        order by id limit ${limit} for update skip locked)
    returning barbershop_id as "barbershopId"`.execute(tx)
  return rows.map(({ barbershopId }) => barbershopId)
}

/** A barber leaves: the end of their service is not tapped any more, and until it ends no other begins in another barbershop. */
export async function settleEndOfBarber(tx: Database, barberId: string): Promise<void> {
  await sql`/* settle end of barber */
    update appointments set ${settledEnd}
     where barber_id = ${barberId} and status = 'CONFIRMED' and serving_from is not null and serving_until is null`.execute(
    tx,
  )
}
