import { describe, expect, test } from 'vitest'
import { findClosure, firstNameOf, type JoinableQueue, queueDayEnd } from './rules.ts'

const queue = { isOn: true, weekdays: [0, 1, 2, 3, 4, 5, 6], opensMinute: null, closesMinute: null, maxLength: 3 }
const everyDay = (...openings: [number, number][]) => Array.from({ length: 7 }, () => openings)
const shop: JoinableQueue = {
  timeZone: 'America/Sao_Paulo',
  isActive: true,
  shopHours: everyDay([540, 720], [780, 1200]),
  specialDates: new Map(),
  queue,
  length: 0,
}
/** Wednesday 2026-03-11, local time of São Paulo. */
const at = (time: string, offset = '-03:00') => new Date(`2026-03-11T${time}:00${offset}`)

describe('the closure', () => {
  test.each([
    ['off without a queue', { queue: null }, '12:30', 'off'],
    ['off', { queue: { ...queue, isOn: false } }, '10:00', 'off'],
    ['open', {}, '10:00', null],
    ['before the opening', {}, '08:59', 'closed'],
    ['from the opening on', {}, '09:00', null],
    ['at lunch', {}, '12:30', 'closed'],
    ['from the closing on', {}, '20:00', 'closed'],
    ['not a day of the queue', { queue: { ...queue, weekdays: [0, 1, 2, 4, 5, 6] } }, '10:00', 'closed'],
    ['before its own hours', { queue: { ...queue, opensMinute: 600 } }, '09:59', 'closed'],
    ['after its own hours', { queue: { ...queue, closesMinute: 660 } }, '11:00', 'closed'],
    ['inside its own hours', { queue: { ...queue, opensMinute: 600, closesMinute: 660 } }, '10:59', null],
    ['inactive, as after the end of a plan', { isActive: false }, '10:00', 'closed'],
    ['a special date without openings', { specialDates: new Map([['2026-03-11', []]]) }, '10:00', 'closed'],
    ['full', { length: 3 }, '10:00', 'full'],
    ['almost full', { length: 2 }, '10:00', null],
  ] as const)('%s', (_, change, time, expected) => {
    expect(findClosure({ ...shop, ...change } as JoinableQueue, at(time))).toBe(expected)
  })

  test('is by the hours of the barbershop: 21:00 in São Paulo is 20:00 in Manaus', () => {
    const late = { ...shop, shopHours: everyDay([540, 1230]) }
    expect(findClosure(late, at('20:59'))).toBe('closed')
    expect(findClosure({ ...late, timeZone: 'America/Manaus' }, at('21:00'))).toBeNull()
    expect(findClosure({ ...late, timeZone: 'America/Manaus' }, at('21:30'))).toBe('closed')
  })

  test('a night past midnight belongs to the day on which it began', () => {
    const night = { ...shop, shopHours: everyDay([1080, 1560]), queue: { ...queue, weekdays: [3] } }
    const thursday = (time: string) => new Date(`2026-03-12T${time}:00-03:00`)
    expect(findClosure(night, thursday('01:30'))).toBeNull()
    expect(findClosure(night, thursday('02:00'))).toBe('closed')
    expect(findClosure(night, thursday('19:00'))).toBe('closed')
    const untilOne = { ...night, queue: { ...night.queue, opensMinute: 1200, closesMinute: 60 } }
    expect(findClosure(untilOne, thursday('00:59'))).toBeNull()
    expect(findClosure(untilOne, thursday('01:00'))).toBe('closed')
  })
})

test('the day of an entry ends at midnight, or when the night ends', () => {
  expect(queueDayEnd(shop, at('19:00'))).toEqual(new Date('2026-03-12T00:00:00-03:00'))
  const inManaus = { ...shop, timeZone: 'America/Manaus' }
  expect(queueDayEnd(inManaus, at('21:00'))).toEqual(new Date('2026-03-12T00:00:00-04:00'))
  const night = { ...shop, shopHours: everyDay([1080, 1560]) }
  expect(queueDayEnd(night, at('23:00'))).toEqual(new Date('2026-03-12T02:00:00-03:00'))
  expect(queueDayEnd(night, new Date('2026-03-12T01:00:00-03:00'))).toEqual(new Date('2026-03-12T02:00:00-03:00'))
})

test('where the barbershop stays open, the day of an entry ends with the opening or 12 hours after joining', () => {
  const next = (time: string) => new Date(`2026-03-12T${time}:00-03:00`)
  const always = { ...shop, shopHours: everyDay([0, 1440]) }
  expect([queueDayEnd(always, at('08:00')), queueDayEnd(always, at('23:55'))]).toEqual([next('00:00'), next('11:55')])
  const untilSix = { ...shop, shopHours: everyDay([0, 360], [1080, 1440]) }
  expect(queueDayEnd(untilSix, at('23:55'))).toEqual(next('06:00'))
  const closedTomorrow = { ...always, specialDates: new Map([['2026-03-12', []]]) }
  expect(queueDayEnd(closedTomorrow, at('23:55'))).toEqual(next('00:00'))
  const early = { ...shop, shopHours: everyDay([0, 360], [1080, 1380]) }
  expect(queueDayEnd(early, at('22:00'))).toEqual(next('00:00'))
  const inManaus = { ...always, timeZone: 'America/Manaus' }
  expect(queueDayEnd(inManaus, new Date('2026-03-11T23:55:00-04:00'))).toEqual(new Date('2026-03-12T11:55:00-04:00'))
})

test.each([
  ['Ana Souza', 'Ana'],
  ['  Zé ', 'Zé'],
  ['Cliente', 'Cliente'],
])('the first name of %j', (name, first) => {
  expect(firstNameOf(name)).toBe(first)
})
