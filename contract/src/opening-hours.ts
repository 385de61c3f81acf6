/** Times of day, HH:MM. A closing at or before the opening is on the next day. */
export type OpeningTimes = { openTime: string; closeTime: string }

/** Minutes since the midnight of the day on which it opens. */
export type OpeningSpan = { opens: number; closes: number }

const DAY = 1440

const toMinute = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

export function toOpeningSpan({ openTime, closeTime }: OpeningTimes): OpeningSpan {
  const opens = toMinute(openTime)
  const closes = toMinute(closeTime)
  return { opens, closes: closes > opens ? closes : closes + DAY }
}

/**
 * With what the openings of a day overlap: with each other, or, past midnight, with those of the next day. Undefined when they do not.
 * The same on the server and in forms.
 */
export function findOverlap(day: readonly OpeningSpan[], next: readonly OpeningSpan[] = []) {
  const sorted = day.toSorted((one, other) => one.opens - other.opens)
  const isOverlapping = sorted.some(
    ({ closes }, index) => closes > (sorted[index + 1]?.opens ?? Number.POSITIVE_INFINITY),
  )
  if (isOverlapping) return 'same-day'
  const lastClosing = Math.max(...day.map(({ closes }) => closes))
  return next.some(({ opens }) => lastClosing > opens + DAY) ? 'next-day' : undefined
}
