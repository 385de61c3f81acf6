import { describe, expect, test } from 'vitest'
import type { Interval } from '../../lib/intervals.ts'
import { weekdayOf } from '../../lib/local-time.ts'
import { toSeriesSchedule } from '../booking/rules.ts'
import { describeCancelled, describeRule } from './describe-series.ts'
import type { SeriesRecord } from './queries.ts'
import {
  findSeriesEnd,
  findShift,
  listDateAlternatives,
  listPlannedDates,
  nextFill,
  plannedDate,
  plannedStart,
  replyDeadline,
} from './rules.ts'

const rule = { firstDate: '2026-03-13', intervalWeeks: 2, minute: 18 * 60, timeZone: 'America/Sao_Paulo' }
const noon = new Date('2026-03-11T15:00:00Z')
const iso = (dates: readonly { start: Date }[]) => dates.map(({ start }) => start.toISOString())

describe('the dates of a series', () => {
  test('are those of the next eight weeks, counted from the first', () => {
    expect(listPlannedDates(rule, noon).map(({ position, date }) => [position, date])).toEqual([
      [0, '2026-03-13'],
      [1, '2026-03-27'],
      [2, '2026-04-10'],
      [3, '2026-04-24'],
    ])
    const later = listPlannedDates(rule, new Date('2026-12-01T15:00:00Z'))
    expect(later.map(({ position }) => position)).toEqual([19, 20, 21, 22])
    expect(later.every(({ date }) => weekdayOf(date) === 5)).toBe(true)
  })

  test('today counts until it has begun', () => {
    expect(listPlannedDates(rule, new Date('2026-03-13T20:59:00Z'))[0]?.date).toBe('2026-03-13')
    expect(listPlannedDates(rule, new Date('2026-03-13T21:00:00Z'))[0]?.date).toBe('2026-03-27')
  })

  test.each([
    ['America/Sao_Paulo', '2026-03-13T21:00:00.000Z'],
    ['America/Manaus', '2026-03-13T22:00:00.000Z'],
    ['America/Rio_Branco', '2026-03-13T23:00:00.000Z'],
    ['America/Noronha', '2026-03-13T20:00:00.000Z'],
  ])('are at the local time of %s', (timeZone, start) => {
    expect(plannedStart({ ...rule, timeZone }, '2026-03-13').toISOString()).toBe(start)
  })

  test('keep the local time when the clock changes', () => {
    const summer = { ...rule, firstDate: '2018-10-27', intervalWeeks: 1, minute: 23 * 60 + 30 }
    // 2018-11-04 00:00 did not exist; the Saturday evenings before and after it are an hour apart in UTC.
    expect(iso(listPlannedDates(summer, new Date('2018-10-27T15:00:00Z')).slice(0, 3))).toEqual([
      '2018-10-28T02:30:00.000Z',
      '2018-11-04T02:30:00.000Z',
      '2018-11-11T01:30:00.000Z',
    ])
    // It existed twice when summer time ended: the first one counts.
    expect(plannedStart(summer, '2019-02-16').toISOString()).toBe('2019-02-17T01:30:00.000Z')
    // In the gap it is as long after it.
    expect(plannedStart({ ...summer, minute: 30 }, '2018-11-04').toISOString()).toBe('2018-11-04T03:30:00.000Z')
  })

  test('at nine in the evening the local day decides, not that of UTC', () => {
    const daily = { ...rule, firstDate: '2026-03-04', intervalWeeks: 1, minute: 22 * 60 }
    const atNine = new Date('2026-03-12T00:00:00Z')
    expect(listPlannedDates(daily, atNine)[0]?.date).toBe('2026-03-11')
    expect(listPlannedDates({ ...daily, timeZone: 'America/Manaus' }, new Date('2026-03-12T01:00:00Z'))[0]?.date).toBe(
      '2026-03-11',
    )
  })

  test('are looked at on the next morning of the barbershop', () => {
    expect(nextFill(rule, new Date('2026-03-12T01:00:00Z')).toISOString()).toBe('2026-03-12T13:00:00.000Z')
    expect(nextFill({ timeZone: 'America/Rio_Branco' }, noon).toISOString()).toBe('2026-03-12T15:00:00.000Z')
  })
})

test('a new start moves weekday and time of all, but not onto the next date', () => {
  const shift = (start: string) => findShift(rule, '2026-03-13', new Date(start))
  expect(shift('2026-03-17T19:15:00Z')).toEqual({ days: 4, minute: 16 * 60 + 15 })
  expect(shift('2026-03-10T19:15:00Z')).toEqual({ days: -3, minute: 16 * 60 + 15 })
  expect(shift('2026-03-26T19:15:00Z')).toMatchObject({ days: 13 })
  expect(shift('2026-03-27T19:15:00Z')).toBeUndefined()
  expect(shift('2026-03-17T19:15:30Z')).toBeUndefined()
  expect(plannedDate({ ...rule, firstDate: '2026-03-17' }, 3)).toBe('2026-04-28')
})

test('there are two days to choose, or until a day before, and never less than two hours', () => {
  const until = (start: string) => replyDeadline([new Date(start), new Date('2027-01-01T00:00:00Z')], noon)
  expect(until('2026-04-01T15:00:00Z')?.toISOString()).toBe('2026-03-13T15:00:00.000Z')
  expect(until('2026-03-12T19:00:00Z')?.toISOString()).toBe('2026-03-11T19:00:00.000Z')
  expect(until('2026-03-12T16:59:00Z')).toBeUndefined()
})

test('two in a row end a series', () => {
  const missed = { position: 5, isUnanswered: false, isNoShow: true }
  const unanswered = { position: 5, isUnanswered: true, isNoShow: false }
  const fine = { position: 5, isUnanswered: false, isNoShow: false }
  expect(findSeriesEnd([])).toBeUndefined()
  expect(findSeriesEnd([missed])).toBeUndefined()
  expect(findSeriesEnd([missed, missed])).toBe('no-show')
  expect(findSeriesEnd([{ ...unanswered, position: 6 }, unanswered])).toBe('unanswered')
  expect(findSeriesEnd([{ ...unanswered, position: 8 }, unanswered])).toBeUndefined()
  expect(findSeriesEnd([missed, unanswered])).toBeUndefined()
  expect(findSeriesEnd([fine, missed])).toBeUndefined()
})

describe('alternatives', () => {
  const open: Interval = [540, 1080]
  const schedule = {
    barberId: 'a',
    userId: 'a',
    barberName: 'Beto',
    timeZone: 'America/Sao_Paulo',
    gridMinutes: 30,
    minimumNoticeMinutes: 0,
    bookingWindowDays: 10,
    walkInShare: null,
    shopHours: [[], [open], [open], [open], [open], [open], [open]],
    specialDates: new Map([['2026-04-03', []]]),
    barberHours: undefined,
    breaks: [[], [], [], [], [], [], []],
  } as unknown as Parameters<typeof listDateAlternatives>[0][number]
  const other = { ...schedule, barberId: 'b', userId: 'b', barberName: 'Caio' }
  const barbers = [schedule, other].map((barber) => toSeriesSchedule(barber, { isByStaff: false }))
  const required = () => ({ durationMin: 30, bufferMin: 0 })
  const list = (date: string, busy: readonly Interval[], minute = 600) =>
    listDateAlternatives(
      barbers,
      ({ barberId }) => (barberId === 'a' ? busy : []),
      { barberId: 'a', date, minute, required },
      noon,
    ).map((one) => `${one.kind} ${one.barberName} ${one.date} ${one.time}`)
  const at = (iso: string) => Date.parse(iso) / 60_000

  test('are the nearest of the day, the same time with another barber, and the nearest day', () => {
    // Six weeks ahead, beyond the window of customers.
    expect(list('2026-04-23', [[at('2026-04-23T13:00:00Z'), at('2026-04-23T13:30:00Z')]])).toEqual([
      'same-barber Beto 2026-04-23 09:30',
      'same-time Caio 2026-04-23 10:00',
      'next-day Beto 2026-04-24 10:00',
    ])
  })

  test('of a holiday are those of the days around it', () => {
    expect(list('2026-04-03', [])).toEqual([
      'next-day Beto 2026-04-04 10:00',
      'next-day Beto 2026-04-02 10:00',
      'next-day Beto 2026-04-01 10:00',
    ])
  })
})

test('texts', () => {
  const series = { intervalWeeks: 1, firstDate: '2026-03-13', minute: 1080 } as SeriesRecord
  expect(describeRule(series)).toBe('toda sexta às 18h')
  expect(describeRule({ ...series, firstDate: '2026-03-14' })).toBe('todo sábado às 18h')
  expect(describeRule({ ...series, intervalWeeks: 3 })).toBe('a cada 3 semanas, sexta às 18h')
  expect([0, 1, 2].map(describeCancelled)).toEqual([
    '',
    ' 1 data marcada foi cancelada.',
    ' 2 datas marcadas foram canceladas.',
  ])
})
