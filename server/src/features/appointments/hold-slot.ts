import { HOLD_MINUTES } from '@na-regua/contract/appointments'
import type { DatabasePool } from '../../lib/database.ts'
import type { CountAttempts } from '../../lib/rate-limit.ts'
import { explainConflict, prepareBooking, type Wish } from './prepare-booking.ts'
import { findOwnHold, insertHold, lockBooking } from './queries.ts'

type Deps = { db: DatabasePool; countAttempts: CountAttempts }
type Request = { customerId: string; client: string; wish: Wish; now: Date }

const HOUR = 3600
const DAY = 86_400

/**
 * Keeps a slot for a customer who is proving the e-mail. It is a row under the same constraint as an appointment, one a person;
 * asking again for the same slot does not prolong it. Holding is counted, or somebody who never proves an e-mail could keep a chair
 * empty by holding it again and again.
 */
export async function holdSlot(
  { db, countAttempts }: Deps,
  { customerId, client, wish, now }: Request,
): Promise<{ id: string; heldUntil: string }> {
  const slot = `${wish.barberId.toLowerCase()} ${new Date(wish.startTime).toISOString()}`
  await countAttempts(
    { action: 'hold', of: [client], max: 60, seconds: HOUR },
    { action: 'hold', of: ['account', customerId], max: 12, seconds: HOUR },
    { action: 'hold', of: ['account', customerId, slot], max: 4, seconds: DAY },
  )
  const booking = await prepareBooking(db, customerId, wish, now)
  const hold = await db.transaction().execute(async (tx) => {
    await lockBooking(tx, booking)
    const own = await findOwnHold(tx, booking, now)
    if (own) return own
    const heldUntil = new Date(now.getTime() + HOLD_MINUTES * 60_000)
    const id = await insertHold(tx, booking, heldUntil, now)
    return id ? { id, heldUntil } : undefined
  })
  if (!hold?.heldUntil) throw await explainConflict(db, booking, now)
  return { id: hold.id, heldUntil: hold.heldUntil.toISOString() }
}
