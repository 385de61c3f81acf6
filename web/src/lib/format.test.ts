import { expect, test } from 'vitest'
import * as format from './format.ts'
import { formatRelativeTime } from './relative-time.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('money is shown in reais with two decimals [2.45, 9.8]', () => {
  expect(plain(format.formatMoney(4500))).toBe('R$ 45,00')
  expect(plain(format.formatMoney(123456))).toBe('R$ 1.234,56')
})

test('numbers have one decimal at most', () => {
  expect([0, 2, 2.5, 1234.5].map(format.formatNumber)).toEqual(['0', '2', '2,5', '1.234,5'])
})

test('names of days are those of Intl', () => {
  const day = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: 'UTC' })
  const weekday = new Intl.DateTimeFormat('pt-BR', { weekday: 'long', timeZone: 'UTC' })
  const month = new Intl.DateTimeFormat('pt-BR', { month: 'long', timeZone: 'UTC' })
  for (let number = 0; number < 800; number++) {
    const instant = new Date(Date.UTC(2026, 0, 1 + number))
    const date = instant.toISOString().slice(0, 10)
    expect(format.formatDayOfYear(date)).toBe(day.format(instant))
    expect(format.formatMonthName(date)).toBe(month.format(instant))
    expect(format.formatWeekday(date).toLowerCase()).toBe(weekday.format(instant))
  }
})

test('a list ends with "e"', () => {
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(format.formatList)).toEqual(['', 'a', 'a e b', 'a, b e c'])
})

test('distances have two decimals [2.44]', () => {
  expect(format.formatDistance(1.3)).toBe('1,30 km')
})

test('a rating has one decimal, a missing one is a dash [2.43]', () => {
  expect(format.formatRating(4.85)).toBe('4,9')
  expect(format.formatRating(5)).toBe('5,0')
  expect([null, undefined, Number.NaN].map(format.formatRating)).toEqual(['–', '–', '–'])
})

test('dates and times are those of the given time zone [9.8]', () => {
  const instant = '2026-11-21T02:30:00Z'
  expect(format.formatDate(instant, 'America/Sao_Paulo')).toBe('20/11/2026')
  expect(format.formatTime(instant, 'America/Sao_Paulo')).toBe('23:30')
  expect(format.formatTime(instant, 'America/Rio_Branco')).toBe('21:30')
  expect(format.formatTime('2026-11-21T03:00:00Z', 'America/Sao_Paulo')).toBe('00:00')
})

test('a calendar day is shown without a time zone [9.8]', () => {
  expect(format.formatLocalDate('2026-11-21')).toBe('21/11/2026')
  expect(format.formatShortDate('2026-11-21')).toBe('Sáb, 21/11/2026')
})

test.each([
  ['2026-11-21', '21/11'],
  ['2026-12-31', '31/12'],
  ['2027-05-20', '20/05'],
  ['2027-05-21', '21/05/2027'],
  ['2027-11-21', '21/11/2027'],
  ['2026-11-20', '20/11/2026'],
  ['2025-11-22', '22/11/2025'],
])('of today, the 21st of November 2026, %s is %s in a sentence [9.8]', (date, text) => {
  expect(format.formatNearDate(date, '2026-11-21')).toBe(text)
})

test('six months end with the month where it has no such day', () => {
  const near = (date: string) => format.formatNearShortDate(date, '2026-08-31')
  expect(['2027-02-28', '2027-03-01'].map(near)).toEqual(['Dom, 28/02', 'Seg, 01/03/2027'])
})

test.each([
  [615, '10h15'],
  [600, '10h'],
  [5, '0h05'],
  [1500, '1h'],
])('minute %i of the day is spoken %s', (minutes, text) => {
  expect(format.formatMinutes(minutes)).toBe(text)
})

test.each([
  ['2026-11-21T11:59:31Z', 'agora mesmo'],
  ['2026-11-21T11:59:00Z', '1 minuto atrás'],
  ['2026-11-21T11:01:00Z', '59 minutos atrás'],
  ['2026-11-21T11:00:00Z', '1 hora atrás'],
  ['2026-11-20T12:01:00Z', '23 horas atrás'],
  ['2026-11-20T12:00:00Z', '1 dia atrás'],
  ['2026-11-14T12:01:00Z', '6 dias atrás'],
  ['2026-11-14T12:00:00Z', '14/11/2026'],
  ['2026-11-21T12:05:00Z', 'agora mesmo'],
])('%s was %s [9.7]', (instant, text) => {
  expect(formatRelativeTime(instant, new Date('2026-11-21T12:00:00Z'), 'America/Sao_Paulo')).toBe(text)
})

test('phones are masked, invalid ones are unchanged [5.11]', () => {
  expect(format.formatPhone('6233334444')).toBe('(62) 3333-4444')
  expect(format.formatPhone('62933334444')).toBe('(62) 93333-4444')
  expect(format.formatPhone('123')).toBe('123')
})

test('a duration is not written as a time of the day', () => {
  expect([45, 90, 120, 65, 1440, 60_060].map(format.formatDuration)).toEqual([
    '45 min',
    '1\u00a0h\u00a030',
    '2\u00a0h',
    '1\u00a0h\u00a005',
    '24\u00a0h',
    '1.001\u00a0h',
  ])
})

test('a time in a sentence is short', () => {
  expect(['09:00', '10:15', '00:30', '23:00'].map(format.formatTimeInSentence)).toEqual(['9h', '10h15', '0h30', '23h'])
  expect(format.formatInstantInSentence('2026-03-12T00:30:00Z', 'America/Sao_Paulo')).toBe('21h30')
})

test.each([
  ['sem espera', 0, 0],
  ['até 10 min', 0, 10],
  ['15 a 25 min', 15, 25],
  ['uns 20 min', 20, 20],
  ['60 a 90 min', 60, 90],
  ['1\u00a0h\u00a015 a 2\u00a0h', 75, 120],
  ['45 min a 1\u00a0h\u00a045', 45, 105],
  ['5\u00a0h a 6\u00a0h', 300, 360],
  ['longa', 300, 361],
])('a wait is "%s"', (text, fromMin, toMin) => {
  expect(format.formatWait({ fromMin, toMin })).toBe(text)
})

test('an unknown wait has no text', () => {
  expect(format.formatWait(null)).toBeUndefined()
})
