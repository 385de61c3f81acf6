import { HOLD_MINUTES } from '@na-regua/contract/appointments'
import type { DatabasePool } from '../../lib/database.ts'
import type { CountAttempts } from '../../lib/rate-limit.ts'
import { takeSlot } from './any-barber/take-slot.ts'
import { explainConflict, prepareBooking, type RawWish, readWish } from './prepare-booking.ts'
import { findOwnHold, insertHold, lockBooking } from './queries.ts'

type Deps = { db: DatabasePool; countAttempts: CountAttempts }
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
  const bookings = await prepareBooking(db, customerId, wish, now)
  const hold = await db.transaction().execute(async (tx) => {
    await lockBooking(tx, bookings[0])
    const own = await findOwnHold(tx, bookings[0], now)
    if (own) return own
    const heldUntil = new Date(now.getTime() + HOLD_MINUTES * 60_000)
    const id = await takeSlot(tx, bookings, now, (slot) => insertHold(tx, slot, heldUntil, now))
    return id ? { id, heldUntil } : undefined
  })
  if (!hold?.heldUntil) throw await explainConflict(db, wish, bookings, now)
  return { id: hold.id, heldUntil: hold.heldUntil.toISOString() }
}
