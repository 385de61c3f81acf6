import type { AppointmentStatus } from '@na-regua/contract/appointments'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { recordEvent } from '../../lib/events.ts'
import { appointmentJoins } from '../appointments/queries.ts'
import { settleEndOfBarber } from '../appointments/serving/queries.ts'
import { notifyParticipants } from '../appointments/status/notify-participants.ts'
import { type AppointmentRecord, recordColumns } from '../appointments/status/queries.ts'
import type { AppointmentActor } from '../appointments/status/rules.ts'
import { isBookedByPhoneFor } from '../customers/queries.ts'
import { suspendDates } from './close-dates.ts'
import { endSeriesOfUser } from './end-series.ts'
import { notifyOfRemoval } from './notify-of-cancellations.ts'

/**
 * A user closes their account: all they have ahead, as customer, also by phone, and as barber, without regard to the cancellation
 * notice. The caller has locked the bookings of the user, as customer and as barber.
 */
export async function cancelUpcomingOfUser(tx: Database, userId: string, now: Date): Promise<void> {
  await cancelUpcoming(tx, { kind: 'user', id: userId }, { userId, now })
  await endSeriesOfUser(tx, userId, now)
}

type OwnerCancellation = { ownerId: string; now: Date }

/**
 * A barber leaves the barbershop: their appointments are cancelled in the owner's name, and what they still serve ends. Returns how
 * many were cancelled. The caller has locked the bookings of the barber's user.
 */
export async function cancelUpcomingOfBarber(
  tx: Database,
  { barberId, ownerId, now }: OwnerCancellation & { barberId: string },
): Promise<number> {
  const reason = 'O barbeiro não atende mais nesta barbearia.'
  const cancelled = await cancelUpcoming(tx, { kind: 'barber', id: barberId }, { userId: ownerId, reason, now })
  await settleEndOfBarber(tx, barberId)
  return cancelled
}

/**
 * A barbershop closes: the appointments of all its barbers are cancelled in the owner's name. Returns how many. The caller has called
 * `lockBookingsOfBarbershop`, and then locked the barbershop's row.
 */
export function cancelUpcomingOfBarbershop(
  tx: Database,
  { barbershopId, ownerId, now }: OwnerCancellation & { barbershopId: string },
): Promise<number> {
  const reason = 'A barbearia não atende mais pelo site.'
  return cancelUpcoming(tx, { kind: 'barbershop', id: barbershopId }, { userId: ownerId, reason, now })
}

/** Appointments that are cancelled together: those of one user, as customer or barber, of one barber, or of one barbershop. */
type CancellationScope = { kind: 'user' | 'barber' | 'barbershop'; id: string }

type Cancellation = { userId: string; reason?: string; now: Date }

/** A few statements, however many appointments there are. Deletes the holds, cancels the appointments, notifies the participants. */
async function cancelUpcoming(tx: Database, scope: CancellationScope, { userId, reason, now }: Cancellation) {
  const holdIds = await deleteHoldsInScope(tx, scope)
  const cancelled = await cancelInScope(tx, scope, { reason, now })
  const ahead = cancelled.filter(({ startsAt }) => startsAt > now).map(({ id }) => id)
  const suspended = scope.kind === 'barbershop' ? await suspendDates(tx, ahead, now) : new Set<string>()
  const transitions = cancelled.map(({ previousStatus, ...record }) => ({
    before: { status: previousStatus, startsAt: record.startsAt },
    // Of the dates of a standing appointment one message notifies the customer.
    after: { ...record, reason, ...(suspended.has(record.id) && { customerId: null }) },
    by: { actor: actorOf(scope, record), userId },
    isWithoutReceipt: scope.kind === 'user',
  }))
  if (cancelled.length > 0) await recordEvent(tx, { name: 'appointments.cancelled', appointments: cancelled, at: now })
  await recordEvent(tx, { name: 'holds.deleted', ids: holdIds, at: now })
  if (scope.kind === 'barber') await notifyOfRemoval(tx, { barberId: scope.id, ownerId: userId, transitions, now })
  else await notifyParticipants(tx, transitions, now)
  return cancelled.length
}

type Participants = Pick<AppointmentRecord, 'customerId' | 'barberUserId'>

function actorOf({ kind, id }: CancellationScope, { customerId, barberUserId }: Participants): AppointmentActor {
  if (kind !== 'user') return 'owner'
  return customerId === id || barberUserId !== id ? 'customer' : 'barber'
}

/**
 * Blocks bookings with all barbers of an owner's barbershop until the transaction ends. Bookings take this lock before the row of the
 * barbershop, so it comes first here too. Barbers join only under the lock of the owner's limits, which the caller holds.
 */
export async function lockBookingsOfBarbershop(
  tx: Database,
  { barbershopId, ownerId }: { barbershopId: string; ownerId: string },
): Promise<void> {
  await sql`/* lock bookings of barbershop */
    select pg_advisory_xact_lock(hashtextextended(user_id::text, 2))
      from (select distinct user_id from barbers join barbershops on barbershops.id = barbershop_id
             where barbershop_id = ${barbershopId} and owner_id = ${ownerId} and removed_at is null order by user_id) as barber_users`.execute(
    tx,
  )
}

function isInScope({ kind, id }: CancellationScope): RawBuilder<unknown> {
  if (kind === 'user') return sql`(customer_id = ${id} or barber_user_id = ${id} or ${isBookedByPhoneFor(id)})`
  return kind === 'barber' ? sql`barber_id = ${id}` : sql`barbershop_id = ${id}`
}

/** A barber leaves, and the caller settles the appointments. Returns the ids of the holds, which offers of the waitlist may be. */
export function deleteHoldsOfBarber(tx: Database, barberId: string): Promise<string[]> {
  return deleteHoldsInScope(tx, { kind: 'barber', id: barberId })
}

/** Before the appointments are cancelled: a booking that waits for a cancelled row may itself be deleting one of these. */
async function deleteHoldsInScope(tx: Database, scope: CancellationScope): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`${sql.raw(`/* delete holds of ${scope.kind} */`)}
    delete from appointments where status = 'HELD' and ${isInScope(scope)} returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** An appointment that a set-based cancellation has changed, with its status before. */
type CancelledRecord = AppointmentRecord & { previousStatus: AppointmentStatus }

/** Cancels every open appointment in scope in one statement. Rows are locked by id, as every transaction that takes several does. */
async function cancelInScope(
  tx: Database,
  scope: CancellationScope,
  { reason, now }: { reason?: string; now: Date },
): Promise<CancelledRecord[]> {
  const { kind, id } = scope
  // Staff also cancel what has begun; a user who leaves only what is still ahead.
  const isUpcoming = kind === 'user' ? sql`starts_at > ${now}` : sql`ends_at > ${now}`
  const cancelledBy =
    kind === 'user'
      ? sql`case when customer_id = ${id} or barber_user_id <> ${id} then 'customer' else 'barber' end`
      : sql`'owner'`
  const { rows } = await sql<CancelledRecord>`${sql.raw(`/* cancel upcoming of ${kind} */`)}
    with open_appointments as materialized (
      select id, status as previous_status from appointments
       where ${isInScope(scope)} and status in ('SCHEDULED', 'CONFIRMED') and ${isUpcoming} order by id for update
    ),
    cancelled as (
      update appointments
         set status = 'CANCELLED', cancelled_by = ${cancelledBy}, cancel_reason = ${reason ?? null}::text,
             arrived_at = null, serving_from = null, serving_until = null, is_end_settled = false,
             version = version + 1, updated_at = ${now}
        from open_appointments where appointments.id = open_appointments.id
      returning appointments.*, previous_status
    )
    select ${recordColumns}, previous_status as "previousStatus" from cancelled as appointments ${appointmentJoins}`.execute(
    tx,
  )
  return rows
}
