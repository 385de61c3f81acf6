import type { Database } from '../../../lib/database.ts'
import { deleteHolds } from '../queries.ts'
import type { Decided, Lost } from './booking-queries.ts'
import { rankBookings } from './rank-bookings.ts'

/** Tries the chairs that a wish may mean until one is won: should somebody be faster, the next free one is tried. */
export async function takeSlot<T>(
  db: Database,
  bookings: readonly Decided[],
  take: (booking: Decided) => Promise<T | Lost>,
): Promise<T | Lost> {
  for (const [lost, booking] of rankBookings(bookings).entries()) {
    const { customerId, chair, known } = booking
    // Before the claim, because two people who swap their holds inside theirs would wait for each other.
    if (known.ownHold && known.ownHold.userId !== chair.userId) await deleteHolds(db, customerId, chair.userId)
    // Each chair that was lost was a try too, and his own: only what somebody else did in between makes the look old.
    const claimed = await take({ ...booking, known: { ...known, tries: known.tries + lost } })
    if (claimed !== 'taken') return claimed
  }
  return 'taken'
}
