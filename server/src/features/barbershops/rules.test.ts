import { expect, test } from 'vitest'
import { computeOpening, type OpeningRow, toBarbershopTime } from './rules.ts'

const at = (hours: OpeningRow[], weekday: number, clock: string) => {
  const [hour, minute] = clock.split(':').map(Number) as [number, number]
  const { isOpen, openUntil } = computeOpening(hours, { date: '2026-03-11', weekday, minute: hour * 60 + minute })
  return isOpen ? openUntil : 'closed'
}
const daily = (opens: number, closes: number): OpeningRow[] => [0, 1, 2, 3, 4, 5, 6].map((day) => [day, opens, closes])

test('a shop opens on its minute and closes on its minute', () => {
  const hours: OpeningRow[] = [[3, 540, 1080]]
  expect(at(hours, 3, '08:59')).toBe('closed')
  expect(at(hours, 3, '09:00')).toBe('18:00')
  expect(at(hours, 3, '17:59')).toBe('18:00')
  expect(at(hours, 3, '18:00')).toBe('closed')
  expect(at(hours, 4, '10:00')).toBe('closed')
})

test('a shop that closes for lunch is open until lunch', () => {
  const hours: OpeningRow[] = [
    [2, 840, 1140],
    [2, 540, 720],
  ]
  expect(at(hours, 2, '11:00')).toBe('12:00')
  expect(at(hours, 2, '13:00')).toBe('closed')
  expect(at(hours, 2, '14:00')).toBe('19:00')
})

test('a night that began on Friday still runs on Saturday at one', () => {
  const hours: OpeningRow[] = [[5, 1080, 1560]]
  expect(at(hours, 5, '23:59')).toBe('02:00')
  expect(at(hours, 6, '01:00')).toBe('02:00')
  expect(at(hours, 6, '02:00')).toBe('closed')
  expect(at(hours, 5, '01:00')).toBe('closed')
})

test('the night from Saturday runs on into Sunday, the first day of the week', () => {
  expect(at([[6, 1200, 1500]], 0, '00:30')).toBe('01:00')
})

test('openings that meet at midnight are merged', () => {
  const hours: OpeningRow[] = [
    [5, 1080, 1440],
    [6, 0, 120],
  ]
  expect(at(hours, 5, '20:00')).toBe('02:00')
  expect(at(hours, 6, '00:00')).toBe('02:00')
})

test('one that closes at midnight says 00:00', () => {
  expect(at([[1, 540, 1440]], 1, '23:59')).toBe('00:00')
})

test('a shop that never closes is open all day, not until the hour that it is', () => {
  for (const hours of [daily(0, 1440), daily(540, 1980)]) {
    for (const clock of ['00:00', '08:59', '09:00', '23:59']) expect(at(hours, 3, clock)).toBe('23:59')
  }
})

test('open around the clock except for the last night: the end is shown once it is less than a day away', () => {
  const hours: OpeningRow[] = [
    [1, 0, 1440],
    [2, 0, 1200],
  ]
  expect(at(hours, 1, '12:00')).toBe('23:59')
  expect(at(hours, 1, '21:00')).toBe('20:00')
})

const localTimes = [
  // 20:59, 21:00 and 23:59 in São Paulo: from 21:00 on, "today" in UTC is tomorrow.
  ['2026-03-11T23:59:00Z', 'America/Sao_Paulo', 3, '20:59'],
  ['2026-03-12T00:00:00Z', 'America/Sao_Paulo', 3, '21:00'],
  ['2026-03-12T02:59:59Z', 'America/Sao_Paulo', 3, '23:59'],
  ['2026-03-12T00:59:00Z', 'America/Manaus', 3, '20:59'],
  ['2026-03-12T01:00:00Z', 'America/Manaus', 3, '21:00'],
  ['2026-03-12T03:59:00Z', 'America/Manaus', 3, '23:59'],
  ['2026-03-12T04:59:00Z', 'America/Rio_Branco', 3, '23:59'],
  ['2026-03-12T01:59:00Z', 'America/Noronha', 3, '23:59'],
  ['2026-03-12T02:00:00Z', 'America/Noronha', 4, '00:00'],
  // The last and the first day of a month.
  ['2026-02-01T02:59:00Z', 'America/Sao_Paulo', 6, '23:59'],
  ['2026-02-01T03:00:00Z', 'America/Sao_Paulo', 0, '00:00'],
  // Summer time begins: 00:00 does not exist, the local time goes from Saturday 23:59 to Sunday 01:00.
  ['2018-11-04T02:59:00Z', 'America/Sao_Paulo', 6, '23:59'],
  ['2018-11-04T03:00:00Z', 'America/Sao_Paulo', 0, '01:00'],
  // Summer time ends: 23:30 is shown twice, both on Saturday.
  ['2019-02-17T01:30:00Z', 'America/Sao_Paulo', 6, '23:30'],
  ['2019-02-17T02:30:00Z', 'America/Sao_Paulo', 6, '23:30'],
  ['2019-02-17T03:00:00Z', 'America/Sao_Paulo', 0, '00:00'],
] as const

test.each(localTimes)('at %s the local time in %s is weekday %i, %s', (instant, zone, weekday, clock) => {
  const localTime = toBarbershopTime(new Date(instant), zone)
  const [hour, minute] = clock.split(':').map(Number) as [number, number]
  expect(localTime).toMatchObject({ weekday, minute: hour * 60 + minute })
})

test('in the repeated hour a barbershop that closes at midnight is open both times', () => {
  for (const instant of ['2019-02-17T01:30:00Z', '2019-02-17T02:30:00Z']) {
    const localTime = toBarbershopTime(new Date(instant), 'America/Sao_Paulo')
    expect(computeOpening([[6, 540, 1440]], localTime)).toEqual({ isOpen: true, openUntil: '00:00' })
  }
})
