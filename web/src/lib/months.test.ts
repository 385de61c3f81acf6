import { expect, test } from 'vitest'
import { formatMonth, isMonth, moveMonth, periodOfMonth } from './months.ts'

test.each([
  ['2026-02', { from: '2026-02-01', to: '2026-02-28' }],
  ['2028-02', { from: '2028-02-01', to: '2028-02-29' }],
  ['2026-12', { from: '2026-12-01', to: '2026-12-31' }],
])('the days of %s', (month, period) => {
  expect(periodOfMonth(month)).toEqual(period)
})

test('months follow each other over the year', () => {
  expect(moveMonth('2026-01', -1)).toBe('2025-12')
  expect(moveMonth('2026-12', 1)).toBe('2027-01')
  expect(formatMonth('2026-03')).toBe('Março de 2026')
})

test.each(['', '2026-13', '2026-3', '1999-01', '2026-03-01'])('%s is no month', (text) => {
  expect(isMonth(text)).toBe(false)
})
