import { expect, test } from 'vitest'
import {
  describeChange,
  describeHours,
  describeOccupancy,
  describeOutcomes,
  describeTotals,
  labelStep,
  listOutcomes,
  listScaleValues,
  listServiceNames,
  nameStep,
  sumSteps,
  toHourTable,
  toScale,
} from './rules.ts'

test('the change is shown with its sign, or as equal or missing [2.88]', () => {
  expect(describeChange(12)).toBe('+12% em relação ao mês passado')
  expect(describeChange(-8)).toBe('−8% em relação ao mês passado')
  expect(describeChange(0)).toBe('Igual ao mês passado')
  expect(describeChange(null)).toBe('Sem mês anterior para comparar')
})

test('every figure of the month has its word', () => {
  const appointments = { thisMonth: 8, previousMonth: 0, changePercent: null, completed: 4, upcoming: 2 }
  expect(listOutcomes({ ...appointments, unfinished: 1, missed: 1, cancelled: 3 })).toEqual([
    { label: 'concluídos', count: 4 },
    { label: 'por vir', count: 2 },
    { label: 'a finalizar', count: 1 },
    { label: 'falta', count: 1 },
    { label: 'cancelados', count: 3 },
  ])
})

test('the busiest hour is described in a sentence', () => {
  expect(describeHours([])).toMatch('aparecem com os primeiros')
  expect(describeHours([{ dayOfWeek: 5, hour: 18, count: 1 }])).toMatch('sexta às 18h, com 1 agendamento em')
})

test('the day is described by what became of it', () => {
  const day = { total: 0, completed: 0, upcoming: 0, unfinished: 0, missed: 2, cancelled: 1 }
  expect(describeOutcomes(day)).toBe('nenhum hoje')
  expect(describeOutcomes({ ...day, total: 4, completed: 1, upcoming: 2, unfinished: 1 })).toBe(
    '1 concluído, 2 por vir, 1 a finalizar',
  )
})

test('the occupancy is a share of the open time; a barber without any does not work', () => {
  expect(describeOccupancy({ openMinutes: 0, bookedMinutes: 0 })).toBe('Não atende hoje')
  expect(describeOccupancy({ openMinutes: 540, bookedMinutes: 90 })).toBe('17%')
})

test('a scale has at most five round values and reaches the highest bar', () => {
  expect(listScaleValues(0, 1)).toEqual([0, 1])
  expect(listScaleValues(3, 1)).toEqual([0, 1, 2, 3])
  expect(listScaleValues(9, 1)).toEqual([0, 5, 10])
  expect(listScaleValues(1234, 1)).toEqual([0, 500, 1000, 1500])
  expect(listScaleValues(123_450, 100)).toEqual([0, 50_000, 100_000, 150_000])
  for (let most = 1; most < 3000; most++) {
    const values = listScaleValues(most, 1)
    expect(values.length).toBeLessThanOrEqual(5)
    expect(values.at(-1)).toBeGreaterThanOrEqual(most)
    expect(values.at(-2)).toBeLessThan(most)
    expect(String(values[1])).toMatch(/^[125]0*$/)
  }
})

const step = (date: string, count: number) => ({
  date,
  count,
  completed: 1,
  missed: 1,
  cancelled: 2,
  revenueCents: 5000,
})

test('bars are named by their day, week or month, and described with their values', () => {
  expect([labelStep('2026-03-05', 'day'), labelStep('2026-03-01', 'month')]).toEqual(['05/03/2026', 'mar/26'])
  expect(nameStep('2026-03-05', 'day')).toBe('Qui, 05/03/2026')
  expect(nameStep('2026-03-05', 'week')).toBe('Semana de 05/03/2026')
  expect(describeTotals(step('2026-03-05', 2)).replaceAll('\u00a0', ' ')).toBe(
    '2 agendamentos, 1 concluído · 1 falta · 2 cancelados · R$ 50,00',
  )
  const steps = [step('2026-03-05', 2), step('2026-03-06', 7)]
  expect(sumSteps(steps)).toEqual({ count: 9, completed: 2, missed: 2, cancelled: 4, revenueCents: 10_000 })
  expect(toScale(steps, 'count').marks.map(({ label }) => label)).toEqual(['0', '2', '4', '6', '8'])
  expect(toScale(steps, 'revenueCents').marks.at(-1)?.label.replaceAll('\u00a0', ' ')).toBe('R$ 60,00')
})

test('services of several barbershops with one name are one filter', () => {
  const shop = (id: string, ...names: string[]) => ({ id, name: id, services: names.map((name) => ({ name })) })
  expect(listServiceNames([shop('a', 'Corte', 'Barba'), shop('b', 'Corte', 'Água')])).toEqual([
    'Água',
    'Barba',
    'Corte',
  ])
})

test('the table starts on Sunday, contains every hour in between, and its busiest hour has the highest level [9.8]', () => {
  expect(toHourTable([])).toEqual({ hours: [], rows: [] })
  const { hours, rows } = toHourTable([
    { dayOfWeek: 1, hour: 9, count: 8 },
    { dayOfWeek: 0, hour: 11, count: 1 },
  ])
  expect(hours).toEqual([9, 10, 11])
  expect(rows.map(({ dayOfWeek }) => dayOfWeek)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(rows[0]?.cells.map(({ level }) => level)).toEqual([0, 0, 1])
  expect(rows[1]?.cells.map(({ level }) => level)).toEqual([4, 0, 0])
})
