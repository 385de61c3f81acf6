import { expect, test, vi } from 'vitest'
import {
  computeDaySpan,
  describeDaySlots,
  describeReopening,
  formatSlotDay,
  nextTimePath,
  preselectionPath,
  summarizeDaySlots,
} from './queries.ts'

const now = new Date('2026-11-22T02:00:00Z')
const day = (free: [number, number][], opens: number | null = 540, closes: number | null = 1200) => ({
  timeZone: 'America/Rio_Branco',
  date: '2026-11-21',
  opens,
  closes,
  free,
  isOver: opens === null,
})
const shop = { id: 'a', timeZone: 'America/Rio_Branco' }

test('free ranges are listed one after the other', () => {
  expect(describeDaySlots(day([[615, 690]]), now)).toBe('Livre hoje das 10h15 às 11h30')
  expect(
    describeDaySlots(
      day([
        [615, 690],
        [840, 1080],
      ]),
      now,
    ),
  ).toBe('Livre hoje das 10h15 às 11h30 e das 14h às 18h')
  expect(
    describeDaySlots(
      day(
        [
          [540, 555],
          [600, 660],
          [1380, 1500],
        ],
        540,
        1500,
      ),
      now,
    ),
  ).toBe('Livre hoje das 9h às 9h15, das 10h às 11h e das 23h às 1h')
})

test('a day with many ranges ends in a count', () => {
  const pieces = Array.from({ length: 7 }, (_, hour): [number, number] => [540 + hour * 60, 555 + hour * 60])
  expect(describeDaySlots(day(pieces), now)).toMatch(/das 13h às 13h15 e mais 2 intervalos$/)
  expect(describeDaySlots(day(pieces.slice(0, 6)), now)).toMatch(/ e mais um intervalo$/)
})

test('full, closed and over have different texts', () => {
  expect(describeDaySlots(day([]), now)).toBe('Sem horário livre hoje')
  expect(describeDaySlots(day([], null, null), now)).toBe('Fechado hoje')
  expect(describeDaySlots({ ...day([]), isOver: true }, now)).toBe('Já fechou hoje')
  expect(summarizeDaySlots({ ...day([]), nextFreeAt: null }, now)).toBe('Sem horário livre hoje')
})

test('a list for another day describes that day, in the time zone of the barbershop', () => {
  const on = (date: string, free: [number, number][] = [[600, 660]]) => ({ ...day(free), date, nextFreeAt: date })
  const name = (date: string) => describeDaySlots(on(date), now)
  expect(name('2026-11-20')).toBe('Livre hoje das 10h às 11h')
  expect(name('2026-11-22')).toBe('Livre amanhã das 10h às 11h')
  expect(name('2026-11-23')).toBe('Livre na segunda das 10h às 11h')
  expect(name('2026-11-27')).toBe('Livre na sexta das 10h às 11h')
  expect(name('2026-11-28')).toBe('Livre em 28/11 das 10h às 11h')
  expect(describeDaySlots({ ...on('2026-11-23', []), opens: null }, now)).toBe('Fechado na segunda')
  const ranges: [number, number][] = [
    [600, 660],
    [840, 1080],
    [1110, 1200],
  ]
  const short = summarizeDaySlots(on('2026-11-23', ranges), now)
  expect(short).toBe('Livre na segunda das 10h às 11h e mais 2 intervalos')
  const full = summarizeDaySlots({ ...on('2026-11-22', []), nextFreeAt: null }, now)
  expect([full, summarizeDaySlots(on('2026-11-22'), now)]).toEqual([
    'Sem horário livre amanhã',
    'Livre amanhã das 10h às 11h',
  ])
})

test('a closed barbershop says when it opens, in its time zone', () => {
  const now = new Date('2026-11-22T15:00:00Z')
  const opens = (nextOpensAt: string | null) => describeReopening({ ...shop, nextOpensAt }, now)
  expect(opens('2026-11-24T14:00:00Z')).toBe('Abre terça · 9h')
  expect(opens('2026-11-25T03:30:00Z')).toBe('Abre terça · 22h30')
  expect(opens('2026-12-01T14:00:00Z')).toBe('Abre 01/12 · 9h')
  expect(opens('2026-11-22T18:00:00Z')).toBe('Abre hoje · 13h')
  expect(opens('2026-11-23T14:00:00Z')).toBe('Abre amanhã · 9h')
  expect(opens(null)).toBeUndefined()
})

test('the next slot is shown in the time zone of the barbershop', () => {
  const next = (nextFreeAt: string) => summarizeDaySlots({ ...day([[540, 555]]), nextFreeAt }, now)
  expect(next('2026-11-21T14:15:00Z')).toBe('Próximo horário livre: 9h15')
  expect(next('2026-11-21T19:00:00Z')).toBe('Próximo horário livre: 14h')
  expect(next('2026-11-21T05:30:00Z')).toBe('Próximo horário livre: 0h30')
})

test('the ruler spans whole hours', () => {
  expect(computeDaySpan(day([], 570, 1170))).toEqual({ from: 540, to: 1200 })
})

test('a next time names its day in the time zone of the barbershop, and its link has all that it books', () => {
  const today = '2026-11-22'
  const days = ['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-28', '2026-11-29'].map((date) =>
    formatSlotDay(date, today),
  )
  expect(days).toEqual(['Hoje', 'Amanhã', 'Ter', 'Sáb', '29/11'])
  const next = { startTime: '2026-11-22T15:00:00.000Z', date: today, time: '12:00' }
  const choice = { barberId: 'rui', barberName: 'Rui', serviceId: 'cut', serviceName: 'Corte' }
  expect(nextTimePath('a', { ...next, ...choice })).toBe('/barbershop/a/booking/rui/cut?date=2026-11-22&time=12%3A00')
})

test('"Agendar" opens the first barber, the first service and the date of today there, or the day of the filter', () => {
  vi.setSystemTime('2026-11-23T02:00:00Z')
  const path = (preselection: { barberId: string; serviceId: string | null } | null) =>
    preselectionPath({ ...shop, preselection })
  expect(path({ barberId: 'rui', serviceId: 'cut' })).toBe('/barbershop/a/booking/rui/cut?date=2026-11-22')
  expect(path({ barberId: 'rui', serviceId: null })).toBe('/barbershop/a/booking/rui?date=2026-11-22')
  const filtered = preselectionPath({ ...shop, preselection: { barberId: 'rui', serviceId: 'cut' } }, '2026-11-28')
  expect(filtered).toBe('/barbershop/a/booking/rui/cut?date=2026-11-28')
  expect([path(null), preselectionPath(undefined), preselectionPath(null)]).toEqual([undefined, undefined, undefined])
  vi.useRealTimers()
})
