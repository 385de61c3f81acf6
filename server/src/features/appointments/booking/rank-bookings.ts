import type { Decided } from './booking-queries.ts'

/**
 * The chairs that are free, in the order in which they should be tried: the one that the customer already holds for this time, then
 * whoever serves the fewest people on that day, then the order of the shop.
 */
export function rankBookings(bookings: readonly Decided[]): Decided[] {
  return bookings
    .filter(({ known }) => !known.isTaken)
    .toSorted((one, other) => Number(isHeld(other)) - Number(isHeld(one)) || one.known.dayLoad - other.known.dayLoad)
}

function isHeld({ chair, start, known: { ownHold } }: Decided): boolean {
  return ownHold?.userId === chair.userId && ownHold.startsAt.getTime() === start.getTime()
}
