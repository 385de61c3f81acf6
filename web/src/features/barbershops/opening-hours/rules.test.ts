import type { WorkingHour } from '@na-regua/contract/barbershops'
import { describe, expect, test } from 'vitest'
import { describeNextOpening, listOpeningDays, toWeekdayAndMinute } from './rules.ts'

function open(dayOfWeek: number, openTime: string, closeTime: string): WorkingHour {
  return { id: `${dayOfWeek}-${openTime}`, dayOfWeek, openTime, closeTime, isClosed: false }
}

function closed(dayOfWeek: number): WorkingHour {
  return { id: `${dayOfWeek}-closed`, dayOfWeek, openTime: '09:00', closeTime: '18:00', isClosed: true }
}

describe('the opening days', () => {
  test('has seven days, Sunday first, and marks today', () => {
    const days = listOpeningDays([closed(0), open(1, '09:00', '18:00')], 1)
    expect(days.map(({ dayOfWeek }) => dayOfWeek)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(days[1]).toEqual({ dayOfWeek: 1, texts: ['09:00 às 18:00'], isToday: true })
    expect(days.filter(({ isToday }) => isToday)).toHaveLength(1)
  })

  test('a closed day has no opening, whatever hours it carries', () => {
    expect(listOpeningDays([closed(0)], 3)[0]?.texts).toEqual([])
  })

  test('several openings are in the order of the day', () => {
    const days = listOpeningDays([open(2, '14:00', '19:00'), open(2, '09:00', '12:00')], 0)
    expect(days[2]?.texts).toEqual(['09:00 às 12:00', '14:00 às 19:00'])
  })

  test('a night names the day on which it ends, across the end of the week too', () => {
    const days = listOpeningDays([open(5, '20:00', '03:00'), open(6, '20:00', '04:00')], 0)
    expect(days[5]?.texts).toEqual(['20:00 às 03:00 (Sáb)'])
    expect(days[6]?.texts).toEqual(['20:00 às 04:00 (Dom)'])
  })

  test('closing at midnight is still the same day; opening and closing alike is round the clock', () => {
    const days = listOpeningDays([open(4, '18:00', '00:00'), open(5, '00:00', '00:00')], 0)
    expect(days[4]?.texts).toEqual(['18:00 às 00:00'])
    expect(days[5]?.texts).toEqual(['Aberto 24 horas'])
  })
})

describe('the next opening', () => {
  const usual = [open(1, '09:00', '18:00'), open(2, '09:00', '12:00'), open(2, '14:00', '18:00')]
  const at = (weekday: number, hour: number) => ({ weekday, minute: hour * 60 })

  test.each([
    [at(1, 8), 'abre às 9h'],
    [at(2, 13), 'abre às 14h'],
    [at(1, 20), 'abre amanhã às 9h'],
    [at(0, 23), 'abre amanhã às 9h'],
    [at(2, 19), 'abre na segunda às 9h'],
    [at(6, 10), 'abre na segunda às 9h'],
  ])('from %o it %s', (now, text) => {
    expect(describeNextOpening(usual, now)).toBe(text)
  })

  test('of a barbershop with a single day is in a week, and not today', () => {
    expect(describeNextOpening([open(3, '09:00', '18:00')], at(3, 19))).toBe('abre na quarta às 9h')
  })

  test('of a barbershop that never opens is undefined', () => {
    expect(describeNextOpening([closed(0), closed(1)], at(0, 9))).toBeUndefined()
  })
})

describe("weekday and minute in the barbershop's time zone", () => {
  // 02:30 UTC on a Sunday.
  const instant = Date.parse('2026-11-22T02:30:00Z')

  test.each([
    ['America/Sao_Paulo', { weekday: 6, minute: 23 * 60 + 30 }],
    ['America/Rio_Branco', { weekday: 6, minute: 21 * 60 + 30 }],
    ['America/Noronha', { weekday: 0, minute: 30 }],
  ])('in %s', (timeZone, local) => {
    expect(toWeekdayAndMinute(instant, timeZone)).toEqual(local)
  })
})
