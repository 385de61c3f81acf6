import type { Dashboard } from '@na-regua/contract/dashboard'
import { formatCount, formatShortDate } from '../../../lib/format.ts'

/** '+12% em relação ao mês passado'; null without a previous month. */
export function describeChange(percent: number | null): string {
  if (percent === null) return 'Sem mês anterior para comparar'
  if (percent === 0) return 'Igual ao mês passado'
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent)}% em relação ao mês passado`
}

/** The figures of the month, each with its label. */
export function listOutcomes({ completed, upcoming, unfinished, missed, cancelled }: Dashboard['appointments']) {
  const word = (count: number, one: string, many: string) => ({ label: count === 1 ? one : many, count })
  return [
    word(completed, 'concluído', 'concluídos'),
    word(upcoming, 'por vir', 'por vir'),
    word(unfinished, 'a finalizar', 'a finalizar'),
    word(missed, 'falta', 'faltas'),
    word(cancelled, 'cancelado', 'cancelados'),
  ]
}

const formatAppointments = (count: number) => formatCount(count, 'agendamento', 'agendamentos')

/** The chart of the days in a sentence. */
export function describeDays(days: Dashboard['days']): string {
  const total = days.reduce((sum, day) => sum + day.count, 0)
  const best = days.reduce((most, day) => (day.count > most.count ? day : most), { date: '', count: 0 })
  if (total === 0) return 'Nenhum agendamento nos últimos 30 dias.'
  const completed = days.reduce((sum, day) => sum + day.completed, 0)
  return `${formatAppointments(total)} em 30 dias, ${formatCount(completed, 'concluído', 'concluídos')}. O dia mais cheio foi ${formatShortDate(best.date)}, com ${best.count}.`
}

export const weekdayNames = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'] as const

/** The heat map of the hours in a sentence. */
export function describeHours(hours: Dashboard['hours']): string {
  const best = hours.reduce((most, cell) => (cell.count > most.count ? cell : most), {
    dayOfWeek: 0,
    hour: 0,
    count: 0,
  })
  if (best.count === 0) return 'Os horários mais cheios aparecem com os primeiros agendamentos.'
  return `O horário mais cheio é ${weekdayNames[best.dayOfWeek]} às ${best.hour}h, com ${formatAppointments(best.count)} em 30 dias.`
}

type Row = { dayOfWeek: number; cells: { hour: number; count: number; level: number }[] }

const LEVELS = 4

/** Monday first, from the first to the last hour with appointments; `level` 0 is none, 4 is the busiest. */
export function toHourTable(hours: Dashboard['hours']): { hours: number[]; rows: Row[] } {
  if (hours.length === 0) return { hours: [], rows: [] }
  const all = hours.map(({ hour }) => hour)
  const [first, last] = [Math.min(...all), Math.max(...all)]
  const max = Math.max(...hours.map((cell) => cell.count))
  const counts = new Map(hours.map((cell) => [`${cell.dayOfWeek} ${cell.hour}`, cell.count]))
  const shown = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const rows = [1, 2, 3, 4, 5, 6, 0].map((dayOfWeek) => ({
    dayOfWeek,
    cells: shown.map((hour) => {
      const found = counts.get(`${dayOfWeek} ${hour}`) ?? 0
      return { hour, count: found, level: Math.ceil((found / max) * LEVELS) }
    }),
  }))
  return { hours: shown, rows }
}
