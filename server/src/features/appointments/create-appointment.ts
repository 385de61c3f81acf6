import type { Appointment } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import type { Caller } from '../../lib/auth.ts'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { dayLine, fromEpochMinute, toEpochMinute, toLocal } from '../../lib/local-time.ts'
import { takeSlot } from './any-barber/take-slot.ts'
import { tellParties } from './life/tell-parties.ts'
import { explainConflict, prepareBooking, type RawWish, readWish } from './prepare-booking.ts'
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
import { findBrokenCap, isSameWish } from './rules.ts'

type Request = {
  caller: Caller
  wish: RawWish & { customerId?: string }
  idempotencyKey: string | undefined
  now: Date
}
type WishedVisit = Wished & { serviceIds: readonly string[] }
type Answer = { appointment: Appointment; isNew: boolean }

/**
 * Books a slot. The same customer asking again for the same barber and start, or with the same key, gets the same appointment.
 * Throws 409 SLOT_TAKEN with alternatives to whoever comes second.
 */
export async function createAppointment(
  db: DatabasePool,
  { caller, wish: raw, idempotencyKey, now }: Request,
): Promise<Answer> {
  if (raw.customerId && raw.customerId.toLowerCase() !== caller.id) throw new ApiError('FORBIDDEN')
  if (!caller.isEmailVerified) throw new ApiError('EMAIL_NOT_VERIFIED')
  const wish = readWish(raw)
  const wished = { customerId: caller.id, ...wish, idempotencyKey }
  const bookings = await prepareBooking(db, caller.id, wish, now).catch((refusal) => refusal as Error)
  if (bookings instanceof Error) return answerRefused(db, wished, bookings)
  const [{ chair }] = bookings
  const answer = await db.transaction().execute(async (tx): Promise<Answer | undefined> => {
    await lockBooking(tx, bookings[0])
    const { barbershopId } = chair
    const facts = await getCustomerFacts(tx, { wished, barbershopId, now, dayStart: startOfDay(chair, now) })
    if (facts.repeated) return repeat(tx, wished, facts.repeated)
    const brokenCap = findBrokenCap(facts)
    if (brokenCap) throw new ApiError(brokenCap)
    const made = await takeSlot(tx, bookings, now, (slot) => insertAppointment(tx, slot, idempotencyKey, now))
    if (!made) return undefined
    await tellRequest(tx, made, caller.id, now)
    return { appointment: made.appointment, isNew: true }
  })
  if (!answer) throw await explainConflict(db, wish, bookings, now)
  return answer
}

/** Whoever lost the first answer may ask again when the slot is not offered any more: its notice has passed, the service changed. */
async function answerRefused(db: Database, wished: WishedVisit, refusal: Error): Promise<Answer> {
  const known = refusal instanceof ApiError ? await findRepeated(db, wished) : undefined
  if (!known) throw refusal
  return repeat(db, wished, known)
}

/** A key belongs to one wish: with another one it is refused, whatever became of the first. */
async function repeat(db: Database, wished: WishedVisit, known: Repeated): Promise<Answer> {
  if (known.isSameKey && !isSameWish(wished, known)) throw new ApiError('IDEMPOTENCY_CONFLICT')
  return { appointment: (await findAppointment(db, known.id, wished.customerId)) as Appointment, isNew: false }
}

function startOfDay({ timeZone }: Booking['chair'], now: Date): Date {
  const today = toLocal(toEpochMinute(now), timeZone).date
  return fromEpochMinute(dayLine(today, timeZone).toEpoch(0))
}

type Made = NonNullable<Awaited<ReturnType<typeof insertAppointment>>>

/** The barber hears of it at once: he should answer soon. */
function tellRequest(tx: Database, { appointment, ownerId, barberUserId }: Made, customerId: string, now: Date) {
  const { id, status, timeZone, service, customer, barber, barbershop } = appointment
  const [startsAt, customerName, barberName] = [new Date(appointment.startTime), customer.name, barber.name]
  const people = { customerId, barberUserId, ownerId, customerName, barberName, shopName: barbershop.name }
  const after = { id, version: 1, status, requestedAt: now, serviceName: service.name, timeZone, startsAt, ...people }
  return tellParties(tx, { after, by: { actor: 'customer', userId: customerId }, now })
}
