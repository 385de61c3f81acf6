import type { Appointment } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import type { Caller } from '../../lib/auth.ts'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { dayLine, fromEpochMinute, toEpochMinute, toLocal } from '../../lib/local-time.ts'
import { explainConflict, prepareBooking, type Wish } from './prepare-booking.ts'
import {
  type Booking,
  type CustomerFacts,
  findAppointment,
  getCustomerFacts,
  insertAppointment,
  lockBooking,
} from './queries.ts'
import { findBrokenCap } from './rules.ts'

type Request = { caller: Caller; wish: Wish & { customerId?: string }; idempotencyKey: string | undefined; now: Date }
type Answer = { appointment: Appointment; isNew: boolean }

/**
 * Books a slot. The same customer asking again for the same barber and start, or with the same key, gets the same appointment.
 * Throws 409 SLOT_TAKEN with alternatives to whoever comes second.
 */
export async function createAppointment(
  db: DatabasePool,
  { caller, wish, idempotencyKey, now }: Request,
): Promise<Answer> {
  if (wish.customerId && wish.customerId !== caller.id) throw new ApiError('FORBIDDEN')
  if (!caller.isEmailVerified) throw new ApiError('EMAIL_NOT_VERIFIED')
  const booking = await prepareBooking(db, caller.id, wish, now)
  const answer = await db.transaction().execute(async (tx): Promise<Answer | undefined> => {
    await lockBooking(tx, booking)
    const facts = await getCustomerFacts(tx, { booking, idempotencyKey, now, dayStart: startOfDay(booking, now) })
    if (facts.repeated) return { appointment: await repeat(tx, booking, facts.repeated), isNew: false }
    const brokenCap = findBrokenCap(facts)
    if (brokenCap) throw new ApiError(brokenCap)
    const appointment = await insertAppointment(tx, booking, idempotencyKey, now)
    return appointment && { appointment, isNew: true }
  })
  if (!answer) throw await explainConflict(db, booking, now)
  return answer
}

/** A key belongs to one wish: with another one it is refused, whatever became of the first. */
async function repeat(
  tx: Database,
  booking: Booking,
  known: NonNullable<CustomerFacts['repeated']>,
): Promise<Appointment> {
  const isSameWish =
    known.barberId === booking.chair.barberId &&
    known.serviceId === booking.service.id &&
    known.startsAt.getTime() === booking.start.getTime()
  if (known.isSameKey && !isSameWish) throw new ApiError('IDEMPOTENCY_CONFLICT')
  return (await findAppointment(tx, known.id, booking.customerId)) as Appointment
}

function startOfDay({ chair }: Booking, now: Date): Date {
  const today = toLocal(toEpochMinute(now), chair.timeZone).date
  return fromEpochMinute(dayLine(today, chair.timeZone).toEpoch(0))
}
