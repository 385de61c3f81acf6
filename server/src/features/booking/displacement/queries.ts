import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { recordEvent } from '../../../lib/events.ts'
import { appointmentJoins } from '../../appointments/queries.ts'
import { type AppointmentRecord, recordColumns } from '../../appointments/status/queries.ts'
import type { AppointmentActor } from '../../appointments/status/rules.ts'
import { settleTaps } from '../../appointments/status/settle-taps.ts'
import { holdRole, readsPhoneOfAppointment } from '../../barbershops/roles/queries.ts'
import { nationalPhone } from '../../customers/queries.ts'
import { isOfSeriesAt } from '../../staff/schedule/queries.ts'

/** The customers of those of these appointments that are of the barbershop: their bookings are locked before anything else is. */
export async function listCustomerIds(
  db: Database,
  { barbershopId, ids }: { barbershopId: string; ids: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`/* list customers of appointments */
    select distinct customer_id as id from appointments
     where id = any(${ids}::uuid[]) and barbershop_id = ${barbershopId} and customer_id is not null`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Blocks bookings of these customers, and with every barber of the barbershop, until the transaction ends. A booking takes one lock of
 * each kind, in the same order.
 */
export async function lockBookings(
  tx: Database,
  { customerIds, barbershopId }: { customerIds: readonly string[]; barbershopId: string },
): Promise<void> {
  await sql`/* lock bookings of displacement */
    select pg_advisory_xact_lock(hashtextextended(id::text, kind)) from (
      select id, 1::bigint as kind from unnest(${customerIds}::uuid[]) id
      union
      select user_id, 2 from barbers where barbershop_id = ${barbershopId} and removed_at is null
      order by kind, id) as keys`.execute(tx)
}

/**
 * Keeps the hours and services of the barbershop, and of everyone who might take over, as they are until the transaction ends; before
 * them the role of the editor, unless the caller holds it.
 */
export async function lockStaff(
  tx: Database,
  { barbershopId, editor }: { barbershopId: string; editor?: { userId: string; permission: 'settings' | 'prices' } },
): Promise<void> {
  if (editor) {
    const { step } = holdRole(editor.permission, editor.userId)
    await sql`/* hold role of editor */ with ${step} select from held_roles`.execute(tx)
  }
  await sql`/* lock staff of barbershop */
    with locked_barbershop as materialized (select id from barbershops where id = ${barbershopId} for no key update)
    select barbers.id from barbers
     where barbershop_id in (select id from locked_barbershop) and removed_at is null
     order by barbers.id for no key update of barbers`.execute(tx)
}

/** Null for a service that the barbershop has removed since. */
export type LockedAppointment = AppointmentRecord & {
  serviceIds: (string | null)[]
  customerPhone: string | null
  isOfSeries: boolean
}

/** Those that are still open, by start, locked, with the phones that the user may read. */
export async function lockDisplaced(
  tx: Database,
  ids: readonly string[],
  { userId, now }: { userId: string; now: Date },
): Promise<LockedAppointment[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<LockedAppointment>`/* lock displaced appointments */
    select ${recordColumns},
           case when ${readsPhoneOfAppointment(userId)} then
             coalesce(customers.phone, (select ${nationalPhone(sql`profile.phone`)} from customer_profiles profile
               where profile.id = appointments.profile_id)) end as "customerPhone",
           coalesce((select json_agg(service_id order by position) from appointment_services where appointment_id = appointments.id),
             json_build_array(appointments.service_id)) as "serviceIds",
           ${isOfSeriesAt(now)} as "isOfSeries"
      from appointments ${appointmentJoins}
     where appointments.id = any(${ids}::uuid[]) and appointments.status in ('SCHEDULED', 'CONFIRMED')
     order by appointments.id for no key update of appointments`.execute(tx)
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
           serving_from = null, serving_until = null, is_end_settled = false, told_delay_min = null, told_delay_at = null,
           delay_reply = null, requested_at = ${now}, version = version + 1, updated_at = ${now}
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
