import type { BusinessDays } from '../points/opening-patterns.ts'

/** A query for free starts at one instant. */
export type SlotQuery = {
  /** The first whole minute that has not passed. */
  minute: number
  /** The current minute. */
  epochMinute: number
  today: BusinessDays
  /** Some of the points whose starts had to be known and are not: with any the result is not exact. */
  missing: Set<number>
  /** Until which minute what was found since this was set stays as it is, if no point changes. */
  validUntil: number
  /** Of the last prefilter(). */
  undecided: number
}

/** Returns the result of a test that is so until that minute. */
export function noteValidity(query: SlotQuery, until: number, result: boolean): boolean {
  if (until < query.validUntil) query.validUntil = until
  return result
}
