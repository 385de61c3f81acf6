import { expect, test } from 'vitest'
import {
  datesOfPreset,
  describeChange,
  describeClosedVisits,
  describeDifference,
  describeHours,
  describeOccupancy,
  describeOutcomes,
  describeTotals,
  formatOccupancy,
  labelStep,
  listOutcomes,
  listScaleValues,
  listServiceNames,
  nameStep,
  presetOfDates,
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
  expect(describeHours([{ dayOfWeek: 5, hour: 18, count: 1 }])).toBe(
    'O horário mais cheio é sexta às 18h, com 1 atendimento.',
  )
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

test('presets are dates up to today, and dates that are none are own ones', () => {
  expect(datesOfPreset('month', '2026-03-11')).toEqual({ from: '2026-03-01', to: '2026-03-11' })
  expect(datesOfPreset('last-month', '2026-03-11')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(datesOfPreset('last-month', '2026-01-31')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(datesOfPreset('7d', '2026-03-03')).toEqual({ from: '2026-02-25', to: '2026-03-03' })
  expect(datesOfPreset('own', '2026-03-03')).toBeUndefined()
  expect(presetOfDates({ from: '2026-02-01', to: '2026-02-28' }, '2026-03-11')).toBe('last-month')
  expect(presetOfDates({ from: '2026-02-02', to: '2026-02-28' }, '2026-03-11')).toBe('own')
})

test('a figure is compared with the one before in words', () => {
  const describe = (value: number, before: number) => describeDifference(value, before, String)
  expect([describe(28, 25), describe(20, 25), describe(25, 25), describe(3, 0), describe(0, 0)]).toEqual([
    '12% a mais, antes 25',
    '20% a menos, antes 25',
    'igual, antes 25',
    'nada antes',
    'nada antes',
  ])
  expect(formatOccupancy({ openMinutes: 540, bookedMinutes: 270 })).toBe('50%')
  expect(formatOccupancy({ openMinutes: 0, bookedMinutes: 0 })).toBe('—')
})

test('what the value is where comandas are used, and what is not in it', () => {
  const none = { count: 2, withoutAppointmentCents: 0, withoutBarberCents: 0, productsCents: 0, tipsCents: 0 }
  const rule = 'Com comanda, o valor é o que foi cobrado pelos serviços, já com desconto, no dia do atendimento.'
  expect(describeClosedVisits(none)).toBe(rule)
  const described = describeClosedVisits({
    ...none,
    withoutAppointmentCents: 2000,
    productsCents: 4000,
    tipsCents: 1000,
  })
  expect(described.replaceAll('\u00a0', ' ')).toBe(
    `${rule} Dele, R$ 20,00 são de comandas sem agendamento. Fora dele: R$ 40,00 de produtos e R$ 10,00 de gorjetas.`,
  )
})
