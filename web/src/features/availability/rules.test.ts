import { expect, test } from 'vitest'
import { findEarlierAlternative, formatAlternative } from './earlier-alternative.tsx'
import {
  addOwnSlot,
  clampDate,
  classifyDay,
  computeRulerSpan,
  describeBookingTerms,
  describeFreeRanges,
  describeSkippedDay,
  describeSlotCount,
  findBookableDay,
  formatLongDay,
  groupByPeriod,
  listFreeRanges,
  toDayPeriod,
} from './rules.ts'

test('a day in words has its year', () => {
  expect(formatLongDay('2027-01-20')).toBe('quarta-feira, 20 de janeiro de 2027')
})

const day = (date: string, ...slots: string[]) => ({ date, slots, isClosed: false })

test.each([
  ['00:00', 'Madrugada'],
  ['00:15', 'Madrugada'],
  ['05:45', 'Madrugada'],
  ['06:00', 'Manhã'],
  ['11:45', 'Manhã'],
  ['12:00', 'Tarde'],
  ['17:45', 'Tarde'],
  ['18:00', 'Noite'],
  ['23:45', 'Noite'],
])('%s is %s: the morning is from 6 up to 12, the afternoon from 12 up to 18 [2.61, 9.9]', (time, period) => {
  expect(toDayPeriod(time)).toBe(period)
})

test('the night before the morning comes first in its day, apart from the evening', () => {
  expect(groupByPeriod(['00:30', '05:00', '20:00', '23:30'])).toEqual([
    { period: 'Madrugada', slots: ['00:30', '05:00'] },
    { period: 'Noite', slots: ['20:00', '23:30'] },
  ])
})

test('periods of the day without slots are left out [2.61]', () => {
  expect(groupByPeriod(['09:00', '09:15', '19:00'])).toEqual([
    { period: 'Manhã', slots: ['09:00', '09:15'] },
    { period: 'Noite', slots: ['19:00'] },
  ])
  expect(groupByPeriod([])).toEqual([])
})

test('a past day is today, a future one stays [2.16]', () => {
  expect(clampDate('2026-11-20', '2026-11-21')).toBe('2026-11-21')
  expect(clampDate(undefined, '2026-11-21')).toBe('2026-11-21')
  expect(clampDate('2026-12-01', '2026-11-21')).toBe('2026-12-01')
})

test('a day without slots leads to the first of the next 14 with slots [4.12]', () => {
  const days = [day('2026-11-21'), day('2026-11-22'), day('2026-11-23', '10:00'), day('2026-11-24', '09:00')]
  expect(findBookableDay(days, '2026-11-21')?.date).toBe('2026-11-23')
  expect(findBookableDay(days, '2026-11-24')?.date).toBe('2026-11-24')
})

test('a day before the requested one is never chosen', () => {
  const days = [day('2026-11-21', '10:00'), day('2026-11-22')]
  expect(findBookableDay(days, '2026-11-22')?.date).toBe('2026-11-22')
})

test('the search ends after 14 days [4.12, 9.9]', () => {
  const within = [day('2026-11-01'), day('2026-11-15', '10:00')]
  const beyond = [day('2026-11-01'), day('2026-11-16', '10:00')]
  expect(findBookableDay(within, '2026-11-01')?.date).toBe('2026-11-15')
  expect(findBookableDay(beyond, '2026-11-01')?.date).toBe('2026-11-01')
})

test('a day says how many slots it has, or why it has none', () => {
  const closed = { date: '2026-11-21', slots: [], isClosed: true }
  const days = [day('2026-11-21', '10:00'), day('2026-11-21', '10:00', '10:15'), day('2026-11-21'), closed]
  expect(days.map(describeSlotCount)).toEqual(['1 horário livre', '2 horários livres', 'cheio', 'fechado'])
})

test('a full day is not a closed day', () => {
  expect(classifyDay(day('2026-11-21'))).toBe('full')
  expect(classifyDay({ date: '2026-11-21', slots: [], isClosed: true })).toBe('closed')
  expect(classifyDay(day('2026-11-21', '10:00'))).toBe('free')
})

test('consecutive slots form one free range', () => {
  const ranges = listFreeRanges(['10:00', '10:15', '10:30', '14:00'], 30)
  expect(ranges).toEqual([
    [600, 660],
    [840, 870],
  ])
  expect(describeFreeRanges(ranges)).toBe('Livre das 10h às 11h e das 14h às 14h30.')
})

test('the ruler spans the opening hours of the weekday, also past midnight', () => {
  const friday = { dayOfWeek: 5, openTime: '18:00', closeTime: '02:00', isClosed: false }
  expect(computeRulerSpan([friday], 5, [])).toEqual({ from: 1080, to: 1560 })
  expect(computeRulerSpan([friday], 6, [])).toBeUndefined()
  expect(computeRulerSpan([friday], 6, [[15, 60]])).toEqual({ from: 0, to: 60 })
})

test('the slot that this user holds stays in the list', () => {
  const days = [day('2026-11-21', '10:00', '15:00'), day('2026-11-22')]
  expect(addOwnSlot(days, { date: '2026-11-21', time: '14:00' })[0]?.slots).toEqual(['10:00', '14:00', '15:00'])
  expect(addOwnSlot(days, { date: '2026-11-21', time: '10:00' })).toEqual(days)
  expect(addOwnSlot(days, undefined)).toBe(days)
})

test('booking terms are described in words', () => {
  const lastDay = '2027-01-20'
  const describe = (minimumNoticeMin: number) => describeBookingTerms({ minimumNoticeMin, lastDay })
  expect(describe(30)).toBe('Marque com 30 min de antecedência, até 20/01/2027.')
  expect(describe(0)).toBe('Marque até 20/01/2027.')
  expect([describe(120), describe(90), describe(1440), describe(2880)].map((text) => text.slice(7, -17))).toEqual([
    'com 2\u00a0h de antecedência',
    'com 1\u00a0h\u00a030 de antecedência',
    'com 1 dia de antecedência',
    'com 2 dias de antecedência',
  ])
})

test('a day that is skipped says why', () => {
  const monday = { dayOfWeek: 1, openTime: '09:00', closeTime: '18:00', isClosed: false }
  const context = { today: '2026-11-22', openings: [monday], barberName: 'Rui' }
  const describeDay = (date: string, isClosed: boolean, more: object = {}) =>
    describeSkippedDay({ date, slots: [], isClosed }, { ...context, ...more })
  expect(describeDay('2026-11-24', true)).toBe('Ter, 24/11/2026: a barbearia não abre.')
  expect(describeDay('2026-11-23', true)).toBe('Rui não atende no dia 23/11.')
  expect(describeDay('2026-11-23', true, { barberName: undefined })).toBe('Seg, 23/11/2026: ninguém atende.')
  expect(describeDay('2026-11-23', false)).toBe('Rui está sem horário no dia 23/11.')
  expect(describeDay('2026-11-22', false)).toBe('Rui está sem horário hoje.')
  expect(describeDay('2026-11-22', false, { barberName: undefined })).toBe('Hoje: sem horários livres.')
})

test('the alternative with another barber is the first slot of the barbershop before the chosen barber has one', () => {
  const of = (date: string, firstBarberId: string, ...slots: string[]) => ({ ...day(date, ...slots), firstBarberId })
  const days = [of('2026-11-21', 'lia', '09:00'), of('2026-11-22', 'lia', '12:00'), of('2026-11-24', 'rui', '09:00')]
  const find = (requested: string, shown: ReturnType<typeof day>) =>
    findEarlierAlternative(days, { requested, shown, barberId: 'rui' })
  const alternative = find('2026-11-22', day('2026-11-24', '09:00'))
  expect(alternative).toEqual({ barberId: 'lia', date: '2026-11-22', time: '12:00' })
  expect(alternative && formatAlternative(alternative, 'Lia', '2026-11-22')).toBe('Hoje às 12h com Lia')
  expect(alternative && formatAlternative(alternative, 'Lia', '2026-11-21')).toBe('Dom, 22/11/2026 às 12h com Lia')
  expect(find('2026-11-22', day('2026-11-22', '18:00')), 'the same day').toBeUndefined()
  expect(find('2026-11-23', day('2026-11-23')), 'the same barber').toBeUndefined()
  expect(find('2026-11-25', day('2026-11-25')), 'nobody').toBeUndefined()
})
