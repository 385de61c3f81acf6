/** Half-open ranges of integers, [start, end). A list is sorted and its ranges neither touch nor overlap. */
export type Interval = readonly [start: number, end: number]

/** Sorts, removes empty intervals, merges adjacent and overlapping ones. A list that is already normal is returned as it is. */
export function union(intervals: readonly Interval[]): readonly Interval[] {
  if (isList(intervals)) return intervals
  const sorted = intervals.filter(([start, end]) => end > start).sort((a, b) => a[0] - b[0])
  const joined: [number, number][] = []
  for (const [start, end] of sorted) {
    const last = joined.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else joined.push([start, end])
  }
  return joined
}

function isList(intervals: readonly Interval[]): boolean {
  let before = Number.NEGATIVE_INFINITY
  for (const [start, end] of intervals) {
    if (start <= before || end <= start) return false
    before = end
  }
  return true
}

export function intersect(a: readonly Interval[], b: readonly Interval[]): Interval[] {
  const common: Interval[] = []
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const x = a[i] as Interval
    const y = b[j] as Interval
    const range: Interval = [Math.max(x[0], y[0]), Math.min(x[1], y[1])]
    if (range[1] > range[0]) common.push(range)
    if (x[1] < y[1]) i++
    else j++
  }
  return common
}

export function subtract(from: readonly Interval[], taken: readonly Interval[]): Interval[] {
  const rest: Interval[] = []
  let j = 0
  for (const [start, end] of from) {
    let cursor = start
    while (j < taken.length && (taken[j] as Interval)[1] <= start) j++
    for (let k = j; k < taken.length && (taken[k] as Interval)[0] < end; k++) {
      const [takenStart, takenEnd] = taken[k] as Interval
      if (takenStart > cursor) rest.push([cursor, takenStart])
      cursor = Math.max(cursor, takenEnd)
    }
    if (cursor < end) rest.push([cursor, end])
  }
  return rest
}
