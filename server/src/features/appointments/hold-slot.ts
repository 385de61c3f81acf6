import { HOLD_MINUTES } from '@na-regua/contract/appointments'
import type { DatabasePool } from '../../lib/database.ts'
import { explainConflict, prepareBooking, type Wish } from './prepare-booking.ts'
import { findOwnHold, insertHold, lockBooking } from './queries.ts'

type Request = { customerId: string; wish: Wish; now: Date }

/**
 * Keeps a slot for a customer who is proving the e-mail. It is a row under the same constraint as an appointment, one a person;
 * asking again for the same slot does not prolong it.
 */
export async function holdSlot(
  db: DatabasePool,
  { customerId, wish, now }: Request,
): Promise<{ id: string; heldUntil: string }> {
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
