import { priceInSlot } from '@na-regua/contract/service-combinations'
import { expect, test } from 'vitest'
import { fromEpochMinute, toEpochMinute } from '../../lib/local-time.ts'
import type { BookableBarber } from '../availability/queries.ts'
import { toWorkingHours } from '../staff/schedule/queries.ts'
import { cutByHour, describeStart, findSendingTime, listRuleSpans, listStartSpans } from './rules.ts'

const week = [0, 1, 2, 3, 4, 5, 6]

/** Works from 9 to 23 each day of the week, with a service of half an hour. */
function barberIn(timeZone: string, fields: Partial<BookableBarber> = {}) {
  const shopHours = week.map((day): [number, number, number] => [day, 540, 1380])
  const hours = toWorkingHours({ shopHours, specialDates: [], barberHours: [], breaks: [] } as never)
  return {
    ...hours,
    barberId: 'barber',
    userId: 'user',
    timeZone,
    gridMinutes: 15,
    minimumNoticeMinutes: 0,
    bookingWindowDays: 30,
    walkInShare: null,
    shortestService: { durationMin: 30, bufferMin: 0 },
    ...fields,
  } as BookableBarber
}

const at = (instant: string) => toEpochMinute(new Date(instant))
const spanIn = (barber: BookableBarber, from: string, until: string, busy: [string, string][], now: string) =>
  listStartSpans(
    barber,
    { from: at(from), until: at(until) },
    busy.map(([start, end]) => [at(start), at(end)]),
    new Date(now),
  ).map((span) => `${fromEpochMinute(span.from).toISOString()} ${span.until - span.from}`)

// 21:00 in São Paulo is midnight in UTC, in Manaus one o'clock.
test.each([
  ['America/Sao_Paulo', '2026-03-12T00:00:00Z', '2026-03-12T02:00:00Z'],
  ['America/Manaus', '2026-03-12T01:00:00Z', '2026-03-12T03:00:00Z'],
])('at 21:00 in %s the starts reach until closing, and not beyond', (timeZone, now, closes) => {
  const lastStart = new Date(new Date(closes).getTime() - 30 * 60_000).toISOString()
  expect(spanIn(barberIn(timeZone), now, closes, [], now)).toEqual([`${new Date(now).toISOString()} 105`])
  expect(at(lastStart) + 15 - at(now)).toBe(105)
})

test('an appointment between two spans is in neither of them, nor is its buffer', () => {
  const barber = barberIn('America/Sao_Paulo', { shortestService: { durationMin: 30, bufferMin: 15 } })
  const busy: [string, string][] = [['2026-03-11T18:00:00Z', '2026-03-11T18:45:00Z']]
  expect(spanIn(barber, '2026-03-11T17:00:00Z', '2026-03-11T20:00:00Z', busy, '2026-03-11T15:00:00Z')).toEqual([
    '2026-03-11T17:00:00.000Z 30',
    '2026-03-11T18:45:00.000Z 75',
  ])
})

test('the minimum notice and a barber without services leave nothing', () => {
  const hours: [string, string] = ['2026-03-11T15:00:00Z', '2026-03-11T16:00:00Z']
  const now = '2026-03-11T15:00:00Z'
  expect(spanIn(barberIn('America/Sao_Paulo', { minimumNoticeMinutes: 60 }), ...hours, [], now)).toEqual([])
  expect(spanIn(barberIn('America/Sao_Paulo', { shortestService: null }), ...hours, [], now)).toEqual([])
})

test('the rule cuts at full hours, ends at its hours, and knows the local weekday', () => {
  const now = new Date('2026-03-12T00:00:00Z')
  const rule = { isOn: true, percent: 20, hoursBefore: 2, weekdays: [3] }
  const spans = (change: Partial<typeof rule>) =>
    listRuleSpans(barberIn('America/Sao_Paulo'), { ...rule, ...change }, [], now).map(({ from, until }) => [
      (from - at('2026-03-12T00:00:00Z')) / 60,
      until - from,
    ])
  // Wednesday evening in São Paulo, Thursday in UTC.
  expect(spans({})).toEqual([
    [0, 60],
    [1, 45],
  ])
  expect(spans({ hoursBefore: 1 })).toEqual([[0, 60]])
  expect(spans({ weekdays: [4] })).toEqual([])
  expect(spans({ isOn: false })).toEqual([])
})

test('spans that begin within an hour are cut at its end', () => {
  expect(cutByHour([{ from: 95, until: 190 }])).toEqual([
    { from: 95, until: 120 },
    { from: 120, until: 180 },
    { from: 180, until: 190 },
  ])
})

test.each([
  ['America/Sao_Paulo', '2026-03-12T00:30:00Z', '2026-03-12T00:30:00.000Z'],
  ['America/Sao_Paulo', '2026-03-12T01:00:00Z', '2026-03-12T11:00:00.000Z'],
  ['America/Manaus', '2026-03-12T01:00:00Z', '2026-03-12T01:00:00.000Z'],
  ['America/Manaus', '2026-03-12T11:59:00Z', '2026-03-12T12:00:00.000Z'],
])('in %s a message of %s is sent at %s', (timeZone, now, sent) => {
  expect(findSendingTime(new Date(now), timeZone).toISOString()).toBe(sent)
})

test('the message names time, barber, both prices, and why it came', () => {
  const start = {
    barbershopName: 'Navalha de Ouro',
    barberName: 'Ana',
    timeZone: 'America/Sao_Paulo',
    percent: 20,
    startsAt: new Date('2026-03-11T18:30:00Z'),
    price: { name: 'Corte', priceCents: 4000, listPriceCents: 5000 },
    reason: 'favorite' as const,
  }
  const { title, message } = describeStart(start, new Date('2026-03-11T15:00:00Z'))
  expect(title).toBe('Horário relâmpago: 20% de desconto')
  expect(message.replaceAll('\u00a0', ' ')).toBe(
    'Navalha de Ouro: hoje às 15h30 com Ana. Corte por R$ 40,00 em vez de R$ 50,00.',
  )
  const before = new Date('2026-03-10T15:00:00Z')
  expect(describeStart(start, before).message).toContain('amanhã às 15h30')
  expect(describeStart({ ...start, reason: 'due' }, before).message).toMatch(/50,00\. Está na sua hora de voltar\.$/)
  expect(describeStart({ ...start, reason: 'near' }, before).message).toMatch(/pedido “Avise-me se abrir”\.$/)
})

test('several services cost their fixed prices together, and never more than the list', () => {
  const prices = [
    { serviceId: 'cut', priceCents: 4000 },
    { serviceId: 'beard', priceCents: 2400 },
  ]
  expect(priceInSlot(prices, ['cut', 'beard'], 8000)).toBe(6400)
  expect(priceInSlot(prices, ['cut', 'beard'], 6000)).toBe(6000)
  expect(priceInSlot(prices, ['cut', 'colour'], 6000)).toBeUndefined()
  expect(priceInSlot(prices, [], 6000)).toBeUndefined()
})
