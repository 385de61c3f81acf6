import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SlotDays, SOME_BARBER } from './slot-days.ts'
import type { StartSpan } from './slot-spans.ts'

const DAY = 1440
const FIRST_DAY = 20_000 * DAY
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
        found.push(FIRST_DAY + day * DAY + start)
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
    barbers: fc.option(fc.array(daysOn(gridMinutes), { maxLength: 4 }), { nil: undefined }),
    time,
    from: fc.integer({ min: -100, max: 42 * DAY }),
    length: fc.oneof(fc.integer({ min: 1, max: 400 }), fc.constant(DAY)),
  }),
)

test('first and last starts are those of the spans, of all barbers and of each', () => {
  const stored = new SlotDays()
  fc.assert(
    fc.property(scene, fc.nat(20), ({ gridMinutes, days, barbers, time: service, from: offset, length }, point) => {
      stored.write(point, { gridMinutes, firstDay: FIRST_DAY, days, barbers: barbers?.map((one) => ({ days: one })) })
      const from = FIRST_DAY + offset
      for (const [barber, own] of [[SOME_BARBER, days] as const, ...(barbers ?? []).entries(), [9, days] as const]) {
        const starts = listStarts(own, gridMinutes, service)
        expect(stored.findFirst(point, from, service, barber, gridMinutes)).toBe(
          starts.find((start) => start >= from) ?? -1,
        )
        const within = starts.filter((start) => start >= from && start < from + length)
        const find = (sureFrom: number) =>
          stored.findLast(point, { from, sureFrom, until: from + length }, service, barber, gridMinutes)
        expect(find(from + length)).toBe(within.at(-1) ?? -1)
        // Any start from there on will do.
        const sureFrom = from + Math.floor(length / 2)
        const found = find(sureFrom)
        if (found < sureFrom) expect(found).toBe(within.at(-1) ?? -1)
        else expect(within).toContain(found)
      }
    }),
    { numRuns: 1500 },
  )
})

/** Every start of the day is a span of its own. */
function listSingles(day: number): StartSpan[] {
  return Array.from({ length: 288 }, (_, step) => ({
    first: 5 * step,
    end: 5 * step + 20 + ((day * 7 + step) % 60),
    slack: (day + step) % 200,
    isSingle: true,
  }))
}

test('a year of days with 288 spans each, for all barbers and for thirty, is stored as a whole', () => {
  const days = Array.from({ length: 368 }, (_, day) => listSingles(day))
  const barbers = Array.from({ length: 30 }, (_, barber) => ({
    days: days.map((_day, index) => listSingles(index + 1000 * barber)),
  }))
  const stored = new SlotDays()
  stored.write(0, { gridMinutes: 5, firstDay: FIRST_DAY, days, barbers })
  stored.write(1, {
    gridMinutes: 15,
    firstDay: FIRST_DAY,
    days: [[{ first: 600, end: 660, slack: 0, isSingle: false }]],
  })
  const service = { durationMin: 25, bufferMin: 100 }
  for (const [barber, own] of [[SOME_BARBER, days] as const, [29, barbers[29]?.days ?? []] as const]) {
    const starts = listStarts(own, 5, service)
    for (const day of [0, 1, 180, 366, 367]) {
      const from = FIRST_DAY + day * DAY + 333
      expect(stored.findFirst(0, from, service, barber, 5)).toBe(starts.find((start) => start >= from) ?? -1)
    }
  }
  expect(stored.findFirst(1, FIRST_DAY, { durationMin: 60, bufferMin: 0 }, SOME_BARBER, 15)).toBe(FIRST_DAY + 600)
})

test('weeks of weekly hours take the bytes of one week', () => {
  const hours = (day: number): StartSpan[] =>
    day % 7 === 0 ? [] : [{ first: 540, end: 1140 + 15 * (day % 7), slack: 1440, isSingle: false }]
  const toBytes = (count: number) => {
    const stored = new SlotDays()
    const days = Array.from({ length: count }, (_, day) => hours(day))
    stored.write(0, { gridMinutes: 15, firstDay: FIRST_DAY, days })
    return stored.lengthOf(0)
  }
  // Three for the head, seven places, six spans of two bytes.
  expect([toBytes(7), toBytes(34), toBytes(62)]).toEqual([22, 22, 22])
})

/** Some take more than the share of a list, some less. */
const list = grids.chain((gridMinutes) =>
  fc.record({
    gridMinutes: fc.constant(gridMinutes),
    days: fc.oneof(fc.array(spansOn(gridMinutes, 5), { minLength: 30, maxLength: 60 }), daysOn(gridMinutes)),
    time,
    isMissed: fc.boolean(),
  }),
)

test('lists beyond what they may take end earlier, unless their later days were missed', () => {
  const share = 384
  const counts = { whole: 0, cut: 0 }
  const toBytes = (gridMinutes: number, days: Days) => {
    const alone = new SlotDays()
    alone.write(0, { gridMinutes, firstDay: FIRST_DAY, days })
    return alone.lengthOf(0)
  }
  fc.assert(
    fc.property(fc.array(list, { minLength: 20, maxLength: 60 }), (lists) => {
      const stored = new SlotDays(0)
      let used = 0
      for (const [point, { gridMinutes, days, time: service, isMissed }] of lists.entries()) {
        stored.ensureCapacity(point + 1)
        const minutes = stored.write(point, { gridMinutes, firstDay: FIRST_DAY, days }, isMissed)
        const listed = days.slice(0, minutes / DAY)
        expect(stored.lengthOf(point)).toBe(toBytes(gridMinutes, listed))
        const isAllowed = used < share * point * (isMissed ? 2 : 1)
        const isWhole = isAllowed || days.length <= 1 || toBytes(gridMinutes, days) <= share
        expect(minutes === Number.POSITIVE_INFINITY).toBe(isWhole)
        counts[isWhole ? 'whole' : 'cut']++
        if (!isWhole) {
          expect(listed.length === 1 || stored.lengthOf(point) <= share).toBe(true)
          expect(toBytes(gridMinutes, days.slice(0, listed.length + 1))).toBeGreaterThan(share)
        }
        used += stored.lengthOf(point)
        const starts = listStarts(listed, gridMinutes, service)
        expect(stored.findFirst(point, FIRST_DAY, service, SOME_BARBER, gridMinutes)).toBe(starts[0] ?? -1)
      }
    }),
    { numRuns: 60 },
  )
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(200)
})
