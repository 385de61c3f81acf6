/** Milliseconds, [start, end). */
type Span = { start: number; end: number }

/**
 * Times in order, found by bisection: as many are compared as there are within the longest of them before a span, however many there
 * are. They may be added in any order.
 */
export function createTimeline<T extends Span>() {
  const times: T[] = []
  let longest = 0

  /** Where the first time is that starts at `start` or later. */
  function indexOf(start: number): number {
    let from = 0
    let to = times.length
    while (from < to) {
      const middle = (from + to) >>> 1
      if ((times[middle] as T).start < start) from = middle + 1
      else to = middle
    }
    return from
  }

  return {
    add(time: T): void {
      longest = Math.max(longest, time.end - time.start)
      times.splice(indexOf(time.start), 0, time)
    },
    /** All that overlap the span, by start. */
    find({ start, end }: Span): T[] {
      const found: T[] = []
      for (let at = indexOf(start - longest); at < times.length; at++) {
        const time = times[at] as T
        if (time.start >= end) break
        if (time.end > start) found.push(time)
      }
      return found
    },
  }
}

/** A timeline for each barber's user. */
export function createTimelines<T extends Span>() {
  const byBarber = new Map<string, ReturnType<typeof createTimeline<T>>>()
  return (barberUserId: string) => {
    const known = byBarber.get(barberUserId)
    if (known) return known
    const timeline = createTimeline<T>()
    byBarber.set(barberUserId, timeline)
    return timeline
  }
}
