import { expect, test } from 'vitest'
import { describeChange, describeDays, describeHours, listOutcomes, toHourTable } from './rules.ts'

test('the change is shown with its sign, or as equal or missing', () => {
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

test('the charts are described in a sentence', () => {
  expect(describeDays([{ date: '2026-03-10', count: 0, completed: 0 }])).toBe('Nenhum agendamento nos últimos 30 dias.')
  const days = [
    { date: '2026-03-10', count: 2, completed: 2 },
    { date: '2026-03-11', count: 5, completed: 4 },
  ]
  expect(describeDays(days)).toMatch(/^7 agendamentos em 30 dias, 6 concluídos\. O dia mais cheio foi .*11.*, com 5\.$/)
  expect(describeHours([])).toMatch('aparecem com os primeiros')
  expect(describeHours([{ dayOfWeek: 5, hour: 18, count: 1 }])).toMatch('sexta às 18h, com 1 agendamento em')
})

test('the table starts on Monday, contains every hour in between, and its busiest hour has the highest level', () => {
  expect(toHourTable([])).toEqual({ hours: [], rows: [] })
  const { hours, rows } = toHourTable([
    { dayOfWeek: 1, hour: 9, count: 8 },
    { dayOfWeek: 0, hour: 11, count: 1 },
  ])
  expect(hours).toEqual([9, 10, 11])
  expect(rows.map(({ dayOfWeek }) => dayOfWeek)).toEqual([1, 2, 3, 4, 5, 6, 0])
  expect(rows[0]?.cells.map(({ level }) => level)).toEqual([4, 0, 0])
  expect(rows[6]?.cells.map(({ level }) => level)).toEqual([0, 0, 1])
})
