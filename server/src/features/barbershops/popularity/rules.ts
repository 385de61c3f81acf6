const DAY_MS = 86_400_000

/** Popularity counts the appointments of so many days that were completed. */
const POPULARITY_DAYS = 90

/**
 * Longer than any transaction: one that counts an appointment as still within the days has ended before the appointment is
 * discounted.
 */
const MARGIN_MS = 600_000

export function isPopular(startsAt: Date, now: Date): boolean {
  return startsAt.getTime() > now.getTime() - POPULARITY_DAYS * DAY_MS
}

/** Appointments that started until then are no longer counted. */
export function popularityEnd(now: Date): Date {
  return new Date(now.getTime() - POPULARITY_DAYS * DAY_MS - MARGIN_MS)
}
