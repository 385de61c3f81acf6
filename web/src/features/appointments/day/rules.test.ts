import type { Appointment } from '@na-regua/contract/appointments'
import { describe, expect, test } from 'vitest'
import {
  dayName,
  describeGaps,
  findNext,
  foldList,
  formatDistanceInTime,
  formatLength,
  gapsFrom,
  lineSpan,
  listRequests,
  listUnfinished,
  placeAppointments,
  toInstant,
  toLineMinute,
} from './rules.ts'

const date = '2026-03-11'
const timeZone = 'America/Sao_Paulo'

/** `start` in minutes of the day's line. */
function booked(start: number, durationMin = 30, status: Appointment['status'] = 'CONFIRMED') {
  const startTime = toInstant(start, date, timeZone)
  const endTime = new Date(Date.parse(startTime) + durationMin * 60_000).toISOString()
  return { id: `${start}`, status, startTime, endTime, durationMin, timeZone } as Appointment
}

const at = (minute: number) => new Date(toInstant(minute, date, timeZone))

describe('a line of minutes', () => {
  test.each([
    ['2026-03-11T12:00:00Z', 'America/Sao_Paulo', 540],
    ['2026-03-11T12:00:00Z', 'America/Manaus', 480],
    ['2026-03-12T02:59:00Z', 'America/Sao_Paulo', 1439],
    // A night that runs past midnight.
    ['2026-03-12T04:30:00Z', 'America/Sao_Paulo', 1530],
    ['2026-03-11T02:30:00Z', 'America/Sao_Paulo', -30],
  ])('%s in %s is its minute %i, and back', (instant, zone, minute) => {
    expect(toLineMinute(instant, date, zone)).toBe(minute)
    expect(Date.parse(toInstant(minute, date, zone))).toBe(Date.parse(instant))
  })

  test('spans whole hours, widened by what stands outside of the hours', () => {
    expect(lineSpan([{ hours: [{ start: 555, end: 1065 }], appointments: [] }], date)).toEqual({
      start: 540,
      end: 1080,
    })
    const late = { hours: [{ start: 540, end: 1080 }], appointments: [booked(1070, 45)] }
    expect(lineSpan([late, { hours: [{ start: 480, end: 600 }], appointments: [] }], date)).toEqual({
      start: 480,
      end: 1140,
    })
    expect(lineSpan([{ hours: [], appointments: [] }], date)).toBeUndefined()
  })
})

describe('appointments on the line', () => {
  const lanesOf = (list: Appointment[]) => placeAppointments(list, date).map(({ lane, lanes }) => `${lane}/${lanes}`)

  test('one after the other have the whole width', () => {
    expect(lanesOf([booked(540), booked(570), booked(600)])).toEqual(['0/1', '0/1', '0/1'])
  })

  test('that overlap stand beside each other', () => {
    expect(lanesOf([booked(540, 30, 'NO_SHOW'), booked(550), booked(600)])).toEqual(['0/2', '1/2', '0/1'])
    expect(lanesOf([booked(540, 60), booked(545, 10), booked(560, 10), booked(565, 60)])).toEqual([
      '0/3',
      '1/3',
      '1/3',
      '2/3',
    ])
  })

  test('two that only touch through a third share its lanes', () => {
    expect(lanesOf([booked(540, 90), booked(545, 15), booked(620, 30)])).toEqual(['0/2', '1/2', '1/2'])
  })
})

test('gaps begin now, and what nobody can use is none', () => {
  const free = [
    { start: 540, end: 600 },
    { start: 660, end: 665 },
    { start: 700, end: 760 },
  ]
  expect(gapsFrom(free, 615)).toEqual([{ start: 700, end: 760 }])
  expect(gapsFrom(free, 570)).toEqual([
    { start: 570, end: 600 },
    { start: 700, end: 760 },
  ])
  expect(describeGaps([])).toBe('Nada livre.')
  expect(describeGaps(gapsFrom(free, 570))).toBe('Livre das 9h30 às 10h e das 11h40 às 12h40.')
})

test('who sits in the chair is next, then who comes; what is done is not', () => {
  const list = [booked(660), booked(540), booked(600, 30, 'COMPLETED')]
  expect(findNext(list, at(550))?.id).toBe('540')
  expect(findNext(list, at(570))?.id).toBe('660')
  expect(findNext(list, at(690))).toBeUndefined()
})

test('open things are told apart: requests ahead, and visits that nobody finished', () => {
  const list = [booked(540), booked(570, 30, 'COMPLETED'), booked(700, 30, 'SCHEDULED'), booked(500, 30, 'SCHEDULED')]
  expect(listRequests(list, at(600)).map(({ id }) => id)).toEqual(['700'])
  expect(listUnfinished(list, at(600)).map(({ id }) => id)).toEqual(['540', '500'])
})

test('times and days are told as they are spoken', () => {
  expect([formatLength(45), formatLength(90), formatLength(120)]).toEqual(['45 min', '1h30', '2h'])
  expect([formatDistanceInTime(12), formatDistanceInTime(0), formatDistanceInTime(80)]).toEqual([
    'em 12 min',
    'agora',
    'em 1h20',
  ])
  expect(['2026-03-10', '2026-03-11', '2026-03-12', '2026-03-14'].map((day) => dayName(day, date))).toEqual([
    'Ontem',
    'Hoje',
    'Amanhã',
    'Sábado',
  ])
})

test('a long list folds after three, and opens whole', () => {
  expect(foldList([1, 2, 3], false)).toEqual({ shown: [1, 2, 3], hidden: 0 })
  expect(foldList([1, 2, 3, 4, 5], false)).toEqual({ shown: [1, 2, 3], hidden: 2 })
  expect(foldList([1, 2, 3, 4, 5], true)).toEqual({ shown: [1, 2, 3, 4, 5], hidden: 0 })
})
