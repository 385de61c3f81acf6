import { expect, test } from 'vitest'
import { addDays, instantOf, showSameTime, wallClock } from './local-time.ts'

test('an hour of the shop becomes its instant, whatever zone this machine is in', () => {
  expect(instantOf('2026-11-21', '15:00', 'America/Sao_Paulo').toISOString()).toBe('2026-11-21T18:00:00.000Z')
  expect(instantOf('2026-11-21', '15:00', 'America/Manaus').toISOString()).toBe('2026-11-21T19:00:00.000Z')
  expect(instantOf('2026-11-21', '15:00', 'America/Rio_Branco').toISOString()).toBe('2026-11-21T20:00:00.000Z')
  expect(instantOf('2026-11-21', '15:00', 'America/Noronha').toISOString()).toBe('2026-11-21T17:00:00.000Z')
})

test('the hour that comes twice when summer time ends is the first of the two', () => {
  expect(instantOf('2019-02-16', '23:30', 'America/Sao_Paulo').toISOString()).toBe('2019-02-17T01:30:00.000Z')
})

test('the hours around a change of clocks are true', () => {
  expect(instantOf('2018-11-03', '23:30', 'America/Sao_Paulo').toISOString()).toBe('2018-11-04T02:30:00.000Z')
  expect(instantOf('2018-11-04', '01:30', 'America/Sao_Paulo').toISOString()).toBe('2018-11-04T03:30:00.000Z')
})

test('the wall shows the day of its zone, not of UTC', () => {
  const instant = new Date('2026-11-22T00:30:00Z')
  expect(wallClock(instant, 'America/Sao_Paulo')).toEqual({ date: '2026-11-21', time: '21:30' })
  expect(wallClock(instant, 'Asia/Tokyo')).toEqual({ date: '2026-11-22', time: '09:30' })
})

test('midnight is 00:00, not 24:00', () => {
  expect(wallClock(new Date('2026-11-21T03:00:00Z'), 'America/Sao_Paulo').time).toBe('00:00')
})

test('zones of another name may show the same time', () => {
  const instant = new Date('2026-11-21T15:00:00Z')
  expect(showSameTime('America/Sao_Paulo', 'America/Bahia', instant)).toBe(true)
  expect(showSameTime('America/Sao_Paulo', 'America/Manaus', instant)).toBe(false)
})

test('days are counted on the calendar', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-11-21', -21)).toBe('2026-10-31')
})
