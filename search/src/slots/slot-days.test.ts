import fc from 'fast-check'
import { expect, test } from 'vitest'
import { appendDays, findFirstStart, type StartSpan } from './slot-days.ts'

const DAY = 1440
type Days = StartSpan[][]

/** Also off the grid in their ends, past midnight, and longer than what fits in two bytes. */
function spansOn(gridMinutes: number, minLength = 0): fc.Arbitrary<StartSpan[]> {
  const span = fc.record({
    step: fc.nat(DAY / gridMinutes - 1),
    length: fc.oneof(
      fc.integer({ min: 1, max: 1000 }),
      fc.integer({ min: 1, max: 40 }).map((steps) => steps * gridMinutes),
      fc.constantFrom(1440, 2880, 4095, 4096, 5760),
    ),
    slack: fc.oneof(fc.constantFrom(0, 59, 60, 61, 119, 120, 254, 255, 256, 1440), fc.nat(300)),
    isSingle: fc.boolean(),
  })
  return fc.array(span, { minLength, maxLength: 6 }).map((spans) =>
    spans
      .map(({ step, length, slack, isSingle }) => ({
        first: step * gridMinutes,
        end: step * gridMinutes + length,
        slack,
        isSingle,
      }))
      .toSorted((one, other) => one.first - other.first),
  )
}

/** Some weeks repeat, as they do without appointments. */
function daysOn(gridMinutes: number): fc.Arbitrary<Days> {
  const day = spansOn(gridMinutes)
  const repeated = fc.tuple(fc.array(day, { maxLength: 12 }), fc.array(day, { minLength: 7, maxLength: 7 }))
  return fc.oneof(
    fc.array(day, { maxLength: 40 }),
    repeated.map(([own, week]) => [...own, ...Array.from({ length: 30 }, (_, index) => week[index % 7] ?? [])]),
  )
}

const time = fc.record({
  durationMin: fc.oneof(fc.integer({ min: 1, max: 240 }), fc.constantFrom(720, 1440)),
  bufferMin: fc.oneof(fc.constantFrom(0, 60, 120, 255), fc.nat(255)),
})

function listStarts(
  days: Days,
  gridMinutes: number,
  { durationMin, bufferMin }: { durationMin: number; bufferMin: number },
) {
  const starts = days.flatMap((spans, day) =>
    spans.flatMap(({ first, end, slack, isSingle }) => {
      const latest = Math.min(end - Math.max(0, bufferMin - slack) - durationMin, DAY - 1)
      const found: number[] = []
      for (let start = first; start <= latest && (start === first || !isSingle); start += gridMinutes)
        found.push(day * DAY + start)
      return found
    }),
  )
  return starts.toSorted((one, other) => one - other)
}

const grids = fc.constantFrom(5, 10, 15, 20, 30, 60)
const scene = grids.chain((gridMinutes) =>
  fc.record({
    gridMinutes: fc.constant(gridMinutes),
    days: daysOn(gridMinutes),
    time,
    from: fc.integer({ min: -100, max: 42 * DAY }),
    length: fc.oneof(fc.integer({ min: 1, max: 400 }), fc.constant(50 * DAY)),
  }),
)

/** Behind other numbers. */
function toList(days: Days): number[] {
  const list = [7, 7, 7]
  appendDays(list, days)
  return list
}

test('the first start between two instants is that of the spans', () => {
  fc.assert(
    fc.property(scene, ({ gridMinutes, days, time: { durationMin, bufferMin }, from, length }) => {
      const starts = listStarts(days, gridMinutes, { durationMin, bufferMin })
      const expected = starts.find((start) => start >= from && start < from + length) ?? -1
      const entries = Int32Array.from(toList(days))
      expect(findFirstStart(entries, 3, from, from + length, durationMin, bufferMin, gridMinutes)).toBe(expected)
    }),
    { numRuns: 1500 },
  )
})

test('a year of days with 288 spans each is stored as a whole', () => {
  // Every start of the day is a span of its own.
  const days = Array.from({ length: 368 }, (_, day) =>
    Array.from({ length: 288 }, (_span, step) => ({
      first: 5 * step,
      end: 5 * step + 20 + ((day * 7 + step) % 60),
      slack: (day + step) % 200,
      isSingle: true,
    })),
  )
  const entries = Int32Array.from(toList(days))
  const starts = listStarts(days, 5, { durationMin: 25, bufferMin: 100 })
  for (const day of [0, 1, 180, 366, 367]) {
    const from = day * DAY + 333
    expect(findFirstStart(entries, 3, from, from + DAY, 25, 100, 5)).toBe(starts.find((start) => start >= from) ?? -1)
  }
})

test('weeks of weekly hours take the numbers of one week', () => {
  const hours = (day: number): StartSpan[] =>
    day % 7 === 0 ? [] : [{ first: 540, end: 1140 + 15 * (day % 7), slack: 1440, isSingle: false }]
  const countNumbers = (count: number) => toList(Array.from({ length: count }, (_, day) => hours(day))).length - 3
  // Two for the head, seven places, six spans.
  expect([countNumbers(7), countNumbers(34), countNumbers(62)]).toEqual([15, 15, 15])
})
