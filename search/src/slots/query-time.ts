/** The time of a query, and what it has missed. */
export type QueryTime = {
  /** The first whole minute that has not passed. */
  minute: number
  /** The current minute. */
  epochMinute: number
  /** Some of the points whose slots or wait had to be known and are not: with any the result is not exact. */
  missing: Set<number>
}

const MINUTE_MS = 60_000
/** The most points that a query misses and notes. */
const MAX_MISSING = 200

export function toQueryTime(now: Date): QueryTime {
  const instant = now.getTime()
  return { minute: Math.ceil(instant / MINUTE_MS), epochMinute: Math.floor(instant / MINUTE_MS), missing: new Set() }
}

/** Returns a bound below every instant. */
export function noteMissing({ missing }: QueryTime, point: number): number {
  if (missing.size < MAX_MISSING) missing.add(point)
  return Number.NEGATIVE_INFINITY
}
