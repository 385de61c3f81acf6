import { randomUUID } from 'node:crypto'
import type { Appointment } from '@na-regua/contract/appointments'
import { ApiError } from '@na-regua/contract/errors'
import type { Caller } from '../../../lib/auth.ts'
import type { Database } from '../../../lib/database.ts'
import { findAppointment, findRepeated, type Repeated } from '../queries.ts'
import { findBrokenCap, isSameWish } from '../rules.ts'
import { appointmentEvent } from '../status/tell-parties.ts'
import { type Decided, insertAppointment, listBookingOffers } from './booking-queries.ts'
import { chooseBookings, explainConflict, type RawWish, readWish, type WishOf } from './prepare-booking.ts'
import { settleClaim } from './settle-claim.ts'
import { takeSlot } from './take-slot.ts'

type Request = {
  caller: Caller
  wish: RawWish & { customerId?: string }
  idempotencyKey: string | undefined
  now: Date
}
type Answer = { appointment: Appointment; isNew: boolean }

/**
 * Books a slot. The same customer asking again for the same barber and start, or with the same key, gets the same appointment.
 * Throws 409 SLOT_TAKEN with alternatives to whoever comes second.
 */
export async function bookAppointment(
  db: Database,
  { caller, wish: raw, idempotencyKey, now }: Request,
): Promise<Answer> {
  if (raw.customerId && raw.customerId.toLowerCase() !== caller.id) throw new ApiError('FORBIDDEN')
  if (!caller.isEmailVerified) throw new ApiError('EMAIL_NOT_VERIFIED')
  const wish = { ...readWish(raw), customerId: caller.id, idempotencyKey }
  return settleClaim(() => decideAndBook(db, wish, now))
}

async function decideAndBook(db: Database, wish: WishOf, now: Date): Promise<Answer | 'outrun'> {
  const offers = await listBookingOffers(db, wish, now)
  // Whoever lost the first answer may ask again when the slot is not offered any more: its notice has passed, the chair is gone.
  const known = offers[0] ? offers[0].known.repeated : await findRepeated(db, wish)
  if (known) return repeat(db, wish, known)
  const bookings = chooseBookings(offers, wish, now)
  const brokenCap = findBrokenCap(bookings[0].known)
  if (brokenCap) throw new ApiError(brokenCap)
  const claimed = await takeSlot(db, bookings, (booking) => book(db, booking, wish.idempotencyKey, now))
  if (claimed === 'taken') throw await explainConflict(db, wish, bookings, now)
  return claimed === 'outrun' ? claimed : { appointment: claimed, isNew: true }
}

/** A key belongs to one wish: with another one it is refused, whatever became of the first. */
async function repeat(db: Database, wish: WishOf, known: Repeated): Promise<Answer> {
  if (known.isSameKey && !isSameWish(wish, known)) throw new ApiError('IDEMPOTENCY_CONFLICT')
  return { appointment: (await findAppointment(db, known.id, wish.customerId)) as Appointment, isNew: false }
}

/** The barber hears of it at once: he should answer soon. */
function book(db: Database, booking: Decided, idempotencyKey: string | undefined, now: Date) {
  const { customerId, chair, visit, start: startsAt, known } = booking
  const id = randomUUID()
  const { userId: barberUserId, barberName, timeZone } = chair
  const { customerName, shopName, ownerId } = known
  const people = { customerId, barberUserId, ownerId, customerName, barberName, shopName }
  const state = { version: 1, status: 'SCHEDULED' as const, requestedAt: now }
  const after = { id, ...state, serviceName: visit.name, timeZone, startsAt, ...people }
  const tidings = appointmentEvent({ after, by: { actor: 'customer', userId: customerId } })
  return insertAppointment(db, booking, { id, idempotencyKey, tidings }, now)
}
