import { expect, test } from 'vitest'
import { describeFreeTimes, rulerSpanOf, summarizeFreeTimes } from './rules.ts'

const day = (free: [number, number][], opens: number | null = 540, closes: number | null = 1200) => ({
  opens,
  closes,
  free,
})
const shop = { id: 'a', timeZone: 'America/Rio_Branco' }

test('free ranges are told one after the other', () => {
  expect(describeFreeTimes(day([[615, 690]]))).toBe('Livre hoje das 10h15 às 11h30')
  expect(
    describeFreeTimes(
      day([
        [615, 690],
        [840, 1080],
      ]),
    ),
  ).toBe('Livre hoje das 10h15 às 11h30 e das 14h às 18h')
  expect(
    describeFreeTimes(
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

test('a day in many pieces ends in a count', () => {
  const pieces = Array.from({ length: 7 }, (_, hour): [number, number] => [540 + hour * 60, 555 + hour * 60])
  expect(describeFreeTimes(day(pieces))).toMatch(/das 13h às 13h15 e mais 2 intervalos$/)
  expect(describeFreeTimes(day(pieces.slice(0, 6)))).toMatch(/ e mais um intervalo$/)
})

test('full and closed are different words', () => {
  expect(describeFreeTimes(day([]))).toBe('Sem horário livre hoje')
  expect(describeFreeTimes(day([], null, null))).toBe('Fechado hoje')
  expect(summarizeFreeTimes({ ...shop, ...day([], null, null), nextFreeAt: null })).toBe('Fechado hoje')
  expect(summarizeFreeTimes({ ...shop, ...day([]), nextFreeAt: null })).toBe('Sem horário livre hoje')
})

test('the next time is told in the zone of the shop', () => {
  const next = (nextFreeAt: string) => summarizeFreeTimes({ ...shop, ...day([[0, 60]]), nextFreeAt })
  expect(next('2026-11-21T14:15:00Z')).toBe('Próximo horário livre: 9h15')
  expect(next('2026-11-21T19:00:00Z')).toBe('Próximo horário livre: 14h')
  expect(next('2026-11-21T05:30:00Z')).toBe('Próximo horário livre: 0h30')
})

test('the ruler spans whole hours', () => {
  expect(rulerSpanOf(day([], 570, 1170))).toEqual({ from: 540, to: 1200 })
  expect(rulerSpanOf(day([], null, null))).toEqual({ from: 540, to: 1080 })
})
