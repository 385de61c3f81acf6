import { expect, test } from 'vitest'
import { addCalendarDays, hasSameLocalTime, isDate, toInstant, toLocalTime } from './local-time.ts'

test('a local time becomes its instant, whatever the time zone of this machine', () => {
  expect(toInstant('2026-11-21', '15:00', 'America/Sao_Paulo').toISOString()).toBe('2026-11-21T18:00:00.000Z')
  expect(toInstant('2026-11-21', '15:00', 'America/Manaus').toISOString()).toBe('2026-11-21T19:00:00.000Z')
  expect(toInstant('2026-11-21', '15:00', 'America/Rio_Branco').toISOString()).toBe('2026-11-21T20:00:00.000Z')
  expect(toInstant('2026-11-21', '15:00', 'America/Noronha').toISOString()).toBe('2026-11-21T17:00:00.000Z')
})

test('the hour that occurs twice when summer time ends is the first of the two', () => {
  expect(toInstant('2019-02-16', '23:30', 'America/Sao_Paulo').toISOString()).toBe('2019-02-17T01:30:00.000Z')
})

test('the hours around the start of summer time are exact', () => {
  expect(toInstant('2018-11-03', '23:30', 'America/Sao_Paulo').toISOString()).toBe('2018-11-04T02:30:00.000Z')
  expect(toInstant('2018-11-04', '01:30', 'America/Sao_Paulo').toISOString()).toBe('2018-11-04T03:30:00.000Z')
})

test('the local day is that of the time zone, not of UTC', () => {
  const instant = new Date('2026-11-22T00:30:00Z')
  expect(toLocalTime(instant, 'America/Sao_Paulo')).toEqual({ date: '2026-11-21', time: '21:30' })
  expect(toLocalTime(instant, 'Asia/Tokyo')).toEqual({ date: '2026-11-22', time: '09:30' })
})

test('midnight is 00:00, not 24:00', () => {
  expect(toLocalTime(new Date('2026-11-21T03:00:00Z'), 'America/Sao_Paulo').time).toBe('00:00')
})

test('time zones with different names may have the same local time', () => {
  const instant = new Date('2026-11-21T15:00:00Z')
  expect(hasSameLocalTime('America/Sao_Paulo', 'America/Bahia', instant)).toBe(true)
  expect(hasSameLocalTime('America/Sao_Paulo', 'America/Manaus', instant)).toBe(false)
})

test('days are added on the calendar', () => {
  expect(addCalendarDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addCalendarDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addCalendarDays('2026-11-21', -21)).toBe('2026-10-31')
})

test('offsets are those of Temporal, in summer time too', () => {
  const brazilian = ['Noronha', 'Sao_Paulo', 'Bahia', 'Fortaleza', 'Manaus', 'Cuiaba', 'Rio_Branco']
  const zones = [...brazilian.map((name) => `America/${name}`), 'Europe/Lisbon', 'Asia/Tokyo', 'Asia/Kolkata', 'UTC']
  const HOUR_MS = 3_600_000
  // A step that comes around the hours of the day, from 1990 on, to 2037.
  const step = 53 * HOUR_MS + 1
  for (const zone of zones) {
    for (let at = Date.UTC(1990, 0, 1); at < Date.UTC(2038, 0, 1); at += step) {
      const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
      const { date, time } = toLocalTime(new Date(at), zone)
      if (`${date}T${time}` !== local.toPlainDateTime().toString().slice(0, 16))
        expect.fail(`${zone} at ${new Date(at).toISOString()}`)
    }
  }
})

test('a date is one of the calendar of this century', () => {
  expect([isDate('2026-11-31'), isDate('2028-02-29'), isDate('1999-01-01')]).toEqual([false, true, false])
})
