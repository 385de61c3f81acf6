import { expect, test, vi } from 'vitest'
import {
  computeTodaySpan,
  describeReopening,
  describeSlotsToday,
  formatSlotDay,
  nextTimePath,
  preselectionPath,
  summarizeSlotsToday,
} from './queries.ts'

const day = (free: [number, number][], opens: number | null = 540, closes: number | null = 1200) => ({
  opens,
  closes,
  free,
  isOver: opens === null,
})
const shop = { id: 'a', timeZone: 'America/Rio_Branco' }

test('free ranges are listed one after the other', () => {
  expect(describeSlotsToday(day([[615, 690]]))).toBe('Livre hoje das 10h15 às 11h30')
  expect(
    describeSlotsToday(
      day([
        [615, 690],
        [840, 1080],
      ]),
    ),
  ).toBe('Livre hoje das 10h15 às 11h30 e das 14h às 18h')
  expect(
    describeSlotsToday(
      day(
        [
          [540, 555],
          [600, 660],
          [1380, 1500],
        ],
        540,
        1500,
      ),
    ),
  ).toBe('Livre hoje das 9h às 9h15, das 10h às 11h e das 23h às 1h')
})

test('a day with many ranges ends in a count', () => {
  const pieces = Array.from({ length: 7 }, (_, hour): [number, number] => [540 + hour * 60, 555 + hour * 60])
  expect(describeSlotsToday(day(pieces))).toMatch(/das 13h às 13h15 e mais 2 intervalos$/)
  expect(describeSlotsToday(day(pieces.slice(0, 6)))).toMatch(/ e mais um intervalo$/)
})

test('full, closed and over have different texts', () => {
  expect(describeSlotsToday(day([]))).toBe('Sem horário livre hoje')
  expect(describeSlotsToday(day([], null, null))).toBe('Fechado hoje')
  expect(describeSlotsToday({ ...day([]), isOver: true })).toBe('Já fechou hoje')
  expect(summarizeSlotsToday({ ...shop, nextFreeAt: null })).toBe('Sem horário livre hoje')
})

test('a closed barbershop says when it opens, in its time zone', () => {
  const now = new Date('2026-11-22T15:00:00Z')
  const opens = (nextOpensAt: string | null) => describeReopening({ ...shop, nextOpensAt }, now)
  expect(opens('2026-11-24T14:00:00Z')).toBe('Abre terça · 9h')
  expect(opens('2026-11-25T03:30:00Z')).toBe('Abre terça · 22h30')
  expect(opens('2026-12-01T14:00:00Z')).toBe('Abre 01/12 · 9h')
  expect(opens('2026-11-22T18:00:00Z')).toBe('Abre hoje · 13h')
  expect(opens(null)).toBeUndefined()
})

test('the next slot is shown in the time zone of the barbershop', () => {
  const next = (nextFreeAt: string) => summarizeSlotsToday({ ...shop, nextFreeAt })
  expect(next('2026-11-21T14:15:00Z')).toBe('Próximo horário livre: 9h15')
  expect(next('2026-11-21T19:00:00Z')).toBe('Próximo horário livre: 14h')
  expect(next('2026-11-21T05:30:00Z')).toBe('Próximo horário livre: 0h30')
})

test('the ruler spans whole hours', () => {
  expect(computeTodaySpan(day([], 570, 1170))).toEqual({ from: 540, to: 1200 })
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
