import type { BarberWorkday } from '@na-regua/contract/agendas'
import { expect, test } from 'vitest'
import { computeOccupancy, describeWorkday, formatColumnVisits, formatVisits, formatWeek } from './rules.ts'

test('a week is named by its first and last day', () => {
  expect(formatWeek('2026-11-22', '2026-11-28')).toBe('22 a 28 de novembro de 2026')
  expect(formatWeek('2026-11-29', '2026-12-05')).toBe('29 de novembro a 5 de dezembro de 2026')
  expect(formatWeek('2026-12-27', '2027-01-02')).toBe('27 de dezembro de 2026 a 2 de janeiro de 2027')
})

const createWorkday = (change: Partial<BarberWorkday>): BarberWorkday => ({
  barberId: 'barber',
  name: 'Tonho',
  avatarUrl: null,
  barbershop: { id: 'shop', name: 'Régua' },
  timeZone: 'America/Sao_Paulo',
  hours: [],
  breaks: [],
  timeOff: [],
  offers: [],
  free: [],
  appointments: [],
  ...change,
})

test('a day is described by its hours in every barbershop, or as closed or free', () => {
  const morning = createWorkday({ hours: [{ start: 540, end: 720 }] })
  const evening = createWorkday({ hours: [{ start: 780, end: 1110 }] })
  expect(describeWorkday([morning, evening])).toBe('das 9h às 18h30')
  expect(describeWorkday([createWorkday({})])).toBe('sem expediente')
  expect(describeWorkday([])).toBe('sem expediente')
  const off = createWorkday({ hours: [{ start: 540, end: 720 }], timeOff: [{ start: 0, end: 1440, reason: null }] })
  expect(describeWorkday([off])).toBe('folga')
  expect(describeWorkday([off, evening])).toBe('das 9h às 18h30')
})

test('the occupancy is the share of the working time that is taken', () => {
  const count = (bookedMin: number, workMin: number) => ({ barberId: 'one', count: 1, bookedMin, workMin })
  expect(computeOccupancy([count(90, 480), count(30, 0)])).toBe(25)
  expect(computeOccupancy([count(600, 480)])).toBe(100)
  expect(computeOccupancy([count(0, 0)])).toBeUndefined()
  expect(computeOccupancy([])).toBeUndefined()
  expect([formatColumnVisits(0, false), formatColumnVisits(0, true)]).toEqual(['nenhum', 'hoje · 0'])
  expect([0, 1, 12].map(formatVisits)).toEqual(['nenhum horário', '1 horário', '12 horários'])
})
