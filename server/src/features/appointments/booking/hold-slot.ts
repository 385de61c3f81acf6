import { randomUUID } from 'node:crypto'
import { HOLD_MINUTES } from '@na-regua/contract/appointments'
import type { Database } from '../../../lib/database.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { insertHold, listBookingOffers } from './booking-queries.ts'
import {
  type Bookings,
  chooseBookings,
  explainConflict,
  type RawWish,
  readWish,
  type WishOf,
} from './prepare-booking.ts'
import { settleClaim } from './settle-claim.ts'
import { takeSlot } from './take-slot.ts'

type Deps = { db: Database; countAttempts: CountAttempts }
type Request = { customerId: string; client: string; wish: RawWish; now: Date }

const HOUR = 3600
const DAY = 86_400

/**
 * Keeps a slot for a customer who is proving the e-mail. It is a row under the same constraint as an appointment, one a person;
 * asking again for the same slot does not prolong it. Holding is counted, or somebody who never proves an e-mail could keep a chair
 * empty by holding it again and again.
 */
export async function holdSlot(
  { db, countAttempts }: Deps,
  { customerId, client, wish: raw, now }: Request,
): Promise<{ id: string; heldUntil: string }> {
  const wish = readWish(raw)
  const slot = `${wish.barberId ?? wish.barbershopId} ${wish.start.toISOString()}`
  await countAttempts(
    { action: 'hold', of: [client], max: 60, seconds: HOUR },
    { action: 'hold', of: ['account', customerId], max: 12, seconds: HOUR },
    { action: 'hold', of: ['account', customerId, slot], max: 4, seconds: DAY },
  )
  const hold = await settleClaim(() => decideAndHold(db, { ...wish, customerId, idempotencyKey: undefined }, now))
  return { id: hold.id, heldUntil: hold.heldUntil.toISOString() }
}

async function decideAndHold(db: Database, wish: WishOf, now: Date) {
  const bookings = chooseBookings(await listBookingOffers(db, wish, now), wish, now)
  const own = findOwnHold(bookings, now)
  if (own) return own
  const hold = { id: randomUUID(), heldUntil: new Date(now.getTime() + HOLD_MINUTES * 60_000) }
  const claimed = await takeSlot(db, bookings, (booking) => insertHold(db, booking, hold, now))
  if (claimed === 'taken') throw await explainConflict(db, wish, bookings, now)
  return claimed
}

/** What the customer holds already, if it is exactly this slot and still stands. */
function findOwnHold(bookings: Bookings, now: Date) {
  const [{ known, chair, start, end }] = bookings
  const { ownHold } = known
  if (!ownHold || ownHold.heldUntil <= now || ownHold.barbershopId !== chair.barbershopId) return undefined
  const isThen = ownHold.startsAt.getTime() === start.getTime() && ownHold.endsAt.getTime() === end.getTime()
  return isThen && bookings.some((booking) => booking.chair.userId === ownHold.userId) ? ownHold : undefined
}
