import { expect, test } from 'vitest'
import { findOverlap, toOpeningSpan } from './opening-hours.ts'

/** '09:00-12:00 13:00-18:00'. */
const parse = (text: string) =>
  text
    .split(' ')
    .filter(Boolean)
    .map((span) => toOpeningSpan({ openTime: span.slice(0, 5), closeTime: span.slice(6) }))

test.each([
  ['09:00-18:00', 540, 1080],
  ['20:00-02:00', 1200, 1560],
  ['20:00-00:00', 1200, 1440],
  ['09:00-09:00', 540, 1980],
])('%s is open from minute %i to %i', (text, opens, closes) => {
  expect(parse(text)).toEqual([{ opens, closes }])
})

test.each([
  ['', '', undefined],
  ['09:00-12:00 13:00-18:00', '09:00-18:00', undefined],
  ['13:00-18:00 09:00-13:00', '', undefined],
  ['13:00-18:00 09:00-13:01', '', 'same-day'],
  ['09:00-18:00 10:00-11:00', '', 'same-day'],
  ['09:00-12:00 09:00-12:00', '', 'same-day'],
  ['09:00-12:00 20:00-02:00', '02:00-08:00', undefined],
  ['09:00-12:00 20:00-02:01', '02:00-08:00', 'next-day'],
  ['20:00-03:00', '12:00-18:00 01:00-02:00', 'next-day'],
  ['09:00-09:00', '09:00-09:00', undefined],
  ['09:00-09:00', '08:59-12:00', 'next-day'],
])('%j before %j overlaps: %s', (day, next, overlap) => {
  expect(findOverlap(parse(day), parse(next))).toBe(overlap)
})
