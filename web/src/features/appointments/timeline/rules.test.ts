import type { Appointment } from '@na-regua/contract/appointments'
import { describe, expect, test } from 'vitest'
import {
  computeTimelineSpan,
  describeBreak,
  findGapMinute,
  minuteToInstant,
  placeAppointments,
  toTimelineMinute,
} from './rules.ts'

const date = '2026-03-11'
const timeZone = 'America/Sao_Paulo'

/** `start` in minutes of the day's timeline. */
function booked(start: number, durationMin = 30, status: Appointment['status'] = 'CONFIRMED') {
  const startTime = minuteToInstant(start, date, timeZone)
  const endTime = new Date(Date.parse(startTime) + durationMin * 60_000).toISOString()
  return { id: `${start}`, status, startTime, endTime, durationMin, timeZone } as Appointment
}

describe('a timeline of minutes', () => {
  test.each([
    ['2026-03-11T12:00:00Z', 'America/Sao_Paulo', 540],
    ['2026-03-11T12:00:00Z', 'America/Manaus', 480],
    ['2026-03-12T02:59:00Z', 'America/Sao_Paulo', 1439],
    // A shift past midnight.
    ['2026-03-12T04:30:00Z', 'America/Sao_Paulo', 1530],
    ['2026-03-11T02:30:00Z', 'America/Sao_Paulo', -30],
  ])('%s in %s is minute %i, and back', (instant, zone, minute) => {
    expect(toTimelineMinute(instant, date, zone)).toBe(minute)
    expect(Date.parse(minuteToInstant(minute, date, zone))).toBe(Date.parse(instant))
  })

  test('spans whole hours, widened by appointments outside of the hours', () => {
    expect(computeTimelineSpan([{ hours: [{ start: 555, end: 1065 }], appointments: [] }], date)).toEqual({
      start: 540,
      end: 1080,
    })
    const late = { hours: [{ start: 540, end: 1080 }], appointments: [booked(1070, 45)] }
    expect(computeTimelineSpan([late, { hours: [{ start: 480, end: 600 }], appointments: [] }], date)).toEqual({
      start: 480,
      end: 1140,
    })
    expect(computeTimelineSpan([{ hours: [], appointments: [] }], date)).toBeUndefined()
  })
})

describe('appointments on the timeline', () => {
  const lanesOf = (list: Appointment[]) => placeAppointments(list, date).map(({ lane, lanes }) => `${lane}/${lanes}`)

  test('one after the other use the whole width', () => {
    expect(lanesOf([booked(540), booked(570), booked(600)])).toEqual(['0/1', '0/1', '0/1'])
  })

  test('that overlap are placed side by side', () => {
    expect(lanesOf([booked(540, 30, 'NO_SHOW'), booked(550, 30, 'COMPLETED'), booked(600)])).toEqual([
      '0/2',
      '1/2',
      '0/1',
    ])
    expect(lanesOf([booked(540, 60), booked(545, 10), booked(560, 10), booked(565, 60)])).toEqual([
      '0/3',
      '1/3',
      '1/3',
      '2/3',
    ])
  })

  test('that are over are lines at the edge where another one takes their time, and it has the rest', () => {
    const linesOf = (list: Appointment[]) =>
      placeAppointments(list, date).map(({ isLine, lane, edgeLines }) => (isLine ? `line ${lane}` : edgeLines))
    expect(linesOf([booked(540, 30, 'NO_SHOW'), booked(550), booked(600)])).toEqual(['line 0', 1, 0])
    expect(linesOf([booked(540, 60), booked(560, 30, 'NO_SHOW'), booked(570, 30, 'COMPLETED')])).toEqual([
      2,
      'line 0',
      'line 1',
    ])
    // The second is over too, but no other one takes its time.
    expect(linesOf([booked(540, 30, 'COMPLETED'), booked(560, 30, 'COMPLETED'), booked(590)])).toEqual([0, 0, 0])
    // Two at once leave the same room, so that neither covers the other.
    expect(linesOf([booked(540, 30, 'NO_SHOW'), booked(540, 60), booked(575, 30)])).toEqual(['line 0', 1, 1])
  })

  test('two that overlap only a third one share its lanes', () => {
    expect(lanesOf([booked(540, 90), booked(545, 15), booked(620, 30)])).toEqual(['0/2', '1/2', '1/2'])
  })
})

test('a time is a minute of its gap, also past midnight', () => {
  expect(findGapMinute({ start: 540, end: 720 }, '09:00')).toBe(540)
  expect(findGapMinute({ start: 540, end: 720 }, '11:59')).toBe(719)
  expect(findGapMinute({ start: 1380, end: 1560 }, '01:30')).toBe(1530)
  for (const time of ['08:59', '12:00', '', 'x']) expect(findGapMinute({ start: 540, end: 720 }, time)).toBeUndefined()
})

const barber = {
  breaks: [{ start: 720, end: 780 }],
  timeOff: [{ start: 900, end: 960, reason: null }],
}

test.each([
  [720, 750, 'Na pausa, das 12h às 13h.'],
  [690, 720, undefined],
  [700, 730, 'Entra na pausa, das 12h às 13h.'],
  [780, 810, undefined],
  [779, 780, 'Na pausa, das 12h às 13h.'],
  [930, 960, 'Na folga, das 15h às 16h.'],
])('a walk-in from minute %i to %i reads: %s', (start, end, text) => {
  expect(describeBreak(barber, { start, end })).toBe(text)
})
