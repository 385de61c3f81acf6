import type { Appointment } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import type { Caller } from '../../lib/auth.ts'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { dayLine, fromEpochMinute, toEpochMinute, toLocal } from '../../lib/local-time.ts'
import { explainConflict, prepareBooking, type Wish } from './prepare-booking.ts'
import {
  type Booking,
  findAppointment,
  findRepeated,
  getCustomerFacts,
  insertAppointment,
  lockBooking,
  type Repeated,
  type Wished,
} from './queries.ts'
import { findBrokenCap } from './rules.ts'

type Request = { caller: Caller; wish: Wish & { customerId?: string }; idempotencyKey: string | undefined; now: Date }
type WishedService = Wished & { serviceId: string }
type Answer = { appointment: Appointment; isNew: boolean }

/**
 * Books a slot. The same customer asking again for the same barber and start, or with the same key, gets the same appointment.
 * Throws 409 SLOT_TAKEN with alternatives to whoever comes second.
 */
export async function createAppointment(
  db: DatabasePool,
  { caller, wish, idempotencyKey, now }: Request,
): Promise<Answer> {
  if (wish.customerId && wish.customerId.toLowerCase() !== caller.id) throw new ApiError('FORBIDDEN')
  if (!caller.isEmailVerified) throw new ApiError('EMAIL_NOT_VERIFIED')
  const wished = {
    customerId: caller.id,
    barberId: wish.barberId.toLowerCase(),
    serviceId: wish.serviceId.toLowerCase(),
    start: new Date(wish.startTime),
    idempotencyKey,
  }
  const booking = await prepareBooking(db, caller.id, wish, now).catch((refusal) => refusal as Error)
  if (booking instanceof Error) return answerRefused(db, wished, booking)
  const answer = await db.transaction().execute(async (tx): Promise<Answer | undefined> => {
    await lockBooking(tx, booking)
    const { barbershopId } = booking.chair
    const facts = await getCustomerFacts(tx, { wished, barbershopId, now, dayStart: startOfDay(booking, now) })
    if (facts.repeated) return repeat(tx, wished, facts.repeated)
    const brokenCap = findBrokenCap(facts)
    if (brokenCap) throw new ApiError(brokenCap)
    const appointment = await insertAppointment(tx, booking, idempotencyKey, now)
    return appointment && { appointment, isNew: true }
  })
  if (!answer) throw await explainConflict(db, booking, now)
  return answer
}

/** Whoever lost the first answer may ask again when the slot is not offered any more: its notice has passed, the service changed. */
async function answerRefused(db: Database, wished: WishedService, refusal: Error): Promise<Answer> {
  const known = refusal instanceof ApiError ? await findRepeated(db, wished) : undefined
  if (!known) throw refusal
  return repeat(db, wished, known)
}

/** A key belongs to one wish: with another one it is refused, whatever became of the first. */
async function repeat(db: Database, wished: WishedService, known: Repeated): Promise<Answer> {
  const isSameWish =
    known.barberId === wished.barberId &&
    (known.serviceId ?? wished.serviceId) === wished.serviceId &&
    known.startsAt.getTime() === wished.start.getTime()
  if (known.isSameKey && !isSameWish) throw new ApiError('IDEMPOTENCY_CONFLICT')
  return { appointment: (await findAppointment(db, known.id, wished.customerId)) as Appointment, isNew: false }
}

function startOfDay({ chair }: Booking, now: Date): Date {
  const today = toLocal(toEpochMinute(now), chair.timeZone).date
  return fromEpochMinute(dayLine(today, chair.timeZone).toEpoch(0))
}
