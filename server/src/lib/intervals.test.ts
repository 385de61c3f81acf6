import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Interval, intersect, subtract, union } from './intervals.ts'

const ranges = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 20 }))
    .map(([start, length]): Interval => [start, start + length]),
  { maxLength: 8 },
)
const minutes = Array.from({ length: 90 }, (_, minute) => minute)
const covers = (list: readonly Interval[], minute: number) =>
  list.some(([start, end]) => start <= minute && minute < end)

describe('ranges behave as sets of minutes', () => {
  it('under union, intersection and difference', () => {
    fc.assert(
      fc.property(ranges, ranges, (rawA, rawB) => {
        const a = union(rawA)
        const b = union(rawB)
        const both = intersect(a, b)
        const rest = subtract(a, b)
        for (const minute of minutes) {
          expect(covers(a, minute)).toBe(covers(rawA, minute))
          expect(covers(both, minute)).toBe(covers(a, minute) && covers(b, minute))
          expect(covers(rest, minute)).toBe(covers(a, minute) && !covers(b, minute))
        }
      }),
      { numRuns: 300 },
    )
  })
  it('joining what touches', () => {
    expect(
      union([
        [10, 20],
        [0, 10],
        [30, 30],
      ]),
    ).toEqual([[0, 20]])
  })
})
