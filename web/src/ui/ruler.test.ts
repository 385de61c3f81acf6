import { expect, test } from 'vitest'
import { isFreeAt, rulerHours, rulerPaths } from './ruler.tsx'

const scale = { length: 12, quarter: 5, half: 8, hour: 12 }

test('an hour has four ticks and its end, the longest on the hour', () => {
  const { units, free, taken } = rulerPaths(540, 600, [], scale)
  expect(units).toBe(4)
  expect(free).toBe('')
  expect(taken).toBe('M0 0v12M1 0v5M2 0v8M3 0v5M4 0v12')
})

test('free quarters have a path of their own, and the end of a free range is not free', () => {
  const { free, taken } = rulerPaths(540, 600, [[555, 585]], scale)
  expect(free).toBe('M1 0v5M2 0v8')
  expect(taken).toBe('M0 0v12M3 0v5M4 0v12')
})

test('the closing minute is never free', () => {
  expect(rulerPaths(540, 600, [[540, 600]], scale).taken).toBe('M4 0v12')
})

test('a range that starts between two ticks counts from the tick before', () => {
  expect(isFreeAt(540, [[550, 570]])).toBe(true)
  expect(isFreeAt(570, [[550, 570]])).toBe(false)
})

test('labels are three hours apart on a usual day, one on a short day, also past midnight', () => {
  const minutes = (from: number, to: number) => rulerHours(from, to).map(({ minute }) => minute / 60)
  expect(minutes(9 * 60, 20 * 60)).toEqual([9, 12, 15, 18])
  expect(minutes(14 * 60, 18 * 60)).toEqual([14, 15, 16, 17])
  expect(minutes(9.5 * 60, 20 * 60)).toEqual([10, 13, 16, 19])
  expect(minutes(20 * 60, 26 * 60)).toEqual([20, 21, 22, 23, 24, 25])
})
