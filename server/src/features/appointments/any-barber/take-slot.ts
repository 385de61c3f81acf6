import type { Database } from '../../../lib/database.ts'
import type { Booking } from '../queries.ts'
import { rankBookings } from './queries.ts'

/**
 * Tries the chairs that a wish may mean until one is won. Their locks are held, so that nobody who keeps to them comes between;
 * should somebody all the same, the next free chair is tried.
 */
export async function takeSlot<T>(
  tx: Database,
  bookings: readonly Booking[],
  now: Date,
  take: (booking: Booking) => Promise<T | undefined>,
): Promise<T | undefined> {
  const order = bookings.length > 1 ? await rankBookings(tx, bookings, now) : bookings
  for (const booking of order) {
    const taken = await take(booking)
    if (taken !== undefined) return taken
  }
  return undefined
}
