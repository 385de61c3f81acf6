import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DayParts, NO_START, UNDECIDED } from './day-parts.ts'
import type { SlotDuration, StartSpan } from './slot-spans.ts'
import { neverFree, type UpcomingSlots } from './upcoming-slots.ts'

const DAY = 1440
/** One more than are stored. */
const DAYS = 33

type Days = readonly (readonly StartSpan[])[]

/** Some end off the grid, some past midnight. */
function daysOn(gridMinutes: number): fc.Arbitrary<Days> {
  const span = fc.record({
    first: fc.nat(DAY / gridMinutes - 1).map((step) => step * gridMinutes),
    length: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.constantFrom(600, 1440, 2880)),
    slack: fc.constantFrom(0, 20, 60, 1440),
    isSingle: fc.boolean(),
  })
  const spans = fc.array(
    span.map(({ first, length, ...others }) => ({ ...others, first, end: first + length })),
    { maxLength: 4 },
  )
  return fc.array(spans, { minLength: 20, maxLength: DAYS })
}

const duration: fc.Arbitrary<SlotDuration> = fc.record({
  durationMin: fc.integer({ min: 5, max: 120 }),
  bufferMin: fc.constantFrom(0, 10, 90),
})
const barbers = (gridMinutes: number) =>
  fc.array(fc.record({ days: daysOn(gridMinutes), first: fc.option(duration) }), { maxLength: 3 })
const scene = fc.constantFrom(5, 15, 20, 30, 60).chain((gridMinutes) =>
  fc.record({
    gridMinutes: fc.constant(gridMinutes),
    days: daysOn(gridMinutes),
    barbers: fc.option(barbers(gridMinutes), { nil: undefined }),
    first: duration,
    day: fc.oneof(fc.constantFrom(0, 1), fc.integer({ min: -1, max: DAYS })),
    from: fc.nat(DAY - 1),
    length: fc.oneof(fc.integer({ min: 1, max: 400 }), fc.constantFrom(DAY, 2 * DAY)),
  }),
)

function listStarts(days: Days, { durationMin, bufferMin }: SlotDuration, gridMinutes: number): number[] {
  return days.flatMap((spans, day) =>
    spans.flatMap(({ first, end, slack, isSingle }) => {
      const last = Math.min(isSingle ? first : DAY - 1, end - durationMin - Math.max(0, bufferMin - slack))
      const starts: number[] = []
      for (let start = first; start <= last; start += gridMinutes) starts.push(day * DAY + start)
      return starts
    }),
  )
}

function write(parts: DayParts, point: number, slots: Partial<UpcomingSlots>) {
  parts.ensureCapacity(point + 1)
  parts.write(point, { ...neverFree, ...slots })
}

test('what is known of two instants is so by the starts between them', () => {
  const parts = new DayParts()
  const counts = { start: 0, none: 0, undecided: 0 }
  fc.assert(
    fc.property(scene, fc.nat(200), ({ first, day, from: minute, length, ...slots }, point) => {
      write(parts, point, { ...slots, ...first })
      const from = day * DAY + minute
      const lists = slots.barbers ?? [{ days: slots.days, first }]
      const starts = lists.flatMap((list) => (list.first ? listStarts(list.days, list.first, slots.gridMinutes) : []))
      const within = starts.filter((start) => start >= from && start < from + length)
      const known = parts.findStart(point, from, from + length)
      const bound = parts.findBound(point, from, from + length)
      expect(bound).toBeGreaterThanOrEqual(from)
      expect(bound).toBeLessThanOrEqual(Math.min(from + length, ...within))
      if (known >= 0) {
        counts.start++
        expect(known).toBeGreaterThanOrEqual(from)
        expect(Math.max(...within)).toBeGreaterThanOrEqual(known)
      } else if (known === NO_START) {
        counts.none++
        expect(within).toEqual([])
      } else counts.undecided++
    }),
    { numRuns: 3000 },
  )
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(300)
})

test('parts of any day are decided, hours of the coming week, and half hours of today and tomorrow', () => {
  const parts = new DayParts()
  const ofDay = [{ first: 840, end: 900, slack: 0, isSingle: false }]
  const days = Array.from({ length: 32 }, () => ofDay)
  write(parts, 0, { days, gridMinutes: 15, durationMin: 30 })
  const find = (day: number, from: number, until: number) => {
    const known = parts.findStart(0, day * DAY + from, day * DAY + until)
    return known < 0 ? known : known - day * DAY
  }
  // 14:30 is the last start.
  for (let day = 0; day < 32; day++) {
    const [last, ofHour, ofHalfHour] = day < 2 ? [870, 870, 840] : [day < 8 ? 840 : 720, 840, UNDECIDED]
    expect([find(day, 0, 720), find(day, 720, 1080), find(day, 1080, DAY)]).toEqual([NO_START, last, NO_START])
    expect(find(day, 0, DAY)).toBe(last)
    expect([find(day, 840, 900), find(day, 960, 1020)]).toEqual([day < 8 ? ofHour : UNDECIDED, NO_START])
    expect([find(day, 780, 840), find(day, 840, 870)]).toEqual([day < 8 ? NO_START : UNDECIDED, ofHalfHour])
  }
  const findBound = (day: number, from: number, until: number) =>
    parts.findBound(0, day * DAY + from, day * DAY + until) - day * DAY
  expect([findBound(0, 720, 1080), findBound(1, 0, DAY), findBound(7, 700, 1080), findBound(7, 0, 720)]).toEqual([
    ...[840, 840, 840, 720],
  ])
  expect([findBound(8, 700, 1080), findBound(31, 0, DAY)]).toEqual([720, 720])
  // Whether a start from 14:45 on is left cannot be known by half hours.
  expect([find(0, 885, 930), find(32, 0, DAY), find(-1, 0, DAY)]).toEqual([UNDECIDED, UNDECIDED, UNDECIDED])
})
