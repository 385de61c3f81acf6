import type { Dashboard, DashboardToday, Figures, Trend, TrendStep } from '@na-regua/contract/dashboard'
import { formatCount, formatLocalDate, formatMoney, formatNumber, formatShortDate } from '../../../lib/format.ts'
import { addCalendarDays } from '../../../lib/local-time.ts'

/** What became of today's appointments so far, in a line. */
export function describeOutcomes({ total, completed, upcoming, unfinished }: DashboardToday['appointments']): string {
  if (total === 0) return 'nenhum hoje'
  const parts = [
    completed > 0 && formatCount(completed, 'concluído', 'concluídos'),
    upcoming > 0 && `${upcoming} por vir`,
    unfinished > 0 && `${unfinished} a finalizar`,
  ]
  return parts.filter(Boolean).join(', ')
}

type BarberToday = Pick<DashboardToday['barbers'][number], 'openMinutes' | 'bookedMinutes'>

export function describeOccupancy({ openMinutes, bookedMinutes }: BarberToday): string {
  return openMinutes === 0 ? 'Não atende hoje' : `${Math.round((100 * bookedMinutes) / openMinutes)}%`
}

export type PanelBarbershop = { id: string; name: string; services: readonly { name: string }[] }

/** Each name once, in the order of the alphabet. */
export function listServiceNames(shops: readonly PanelBarbershop[]): string[] {
  return [...new Set(shops.flatMap(({ services }) => services.map(({ name }) => name)))].toSorted((one, other) =>
    one.localeCompare(other, 'pt-BR'),
  )
}

export type TrendMetric = 'count' | 'revenueCents'

const MAX_STEPS = 4

/**
 * The round values of a scale from 0 to at least `most`, at most five of them. `unit` is the smallest step: 1 appointment, or 100 cents.
 */
export function listScaleValues(most: number, unit: number): number[] {
  const raw = Math.max(most, unit) / MAX_STEPS / unit
  const power = 10 ** Math.max(0, Math.floor(Math.log10(raw)))
  const step = unit * Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= raw) ?? 10) * power)
  return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, index) => index * step)
}

const metrics = {
  count: { unit: 1, format: formatNumber },
  revenueCents: { unit: 100, format: formatMoney },
} as const

/** The values at the gridlines, from 0 up, with their texts. */
export function toScale(steps: readonly TrendStep[], metric: TrendMetric) {
  const { unit, format } = metrics[metric]
  const values = listScaleValues(Math.max(0, ...steps.map((step) => step[metric])), unit)
  return { top: values.at(-1) as number, marks: values.map((value) => ({ value, label: format(value) })) }
}

const months = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'] as const

/** Below a bar: '05/03/2026', or 'mar/26' for a month. */
export function labelStep(date: string, unit: Trend['unit']): string {
  const [year, month] = date.split('-') as [string, string]
  return unit === 'month' ? `${months[Number(month) - 1]}/${year.slice(2)}` : formatLocalDate(date)
}

/** The days of a step, in full. */
export function nameStep(date: string, unit: Trend['unit']): string {
  if (unit === 'month') return labelStep(date, unit)
  return unit === 'week' ? `Semana de ${formatLocalDate(date)}` : formatShortDate(date)
}

type Totals = Pick<TrendStep, 'count' | 'completed' | 'missed' | 'cancelled' | 'revenueCents'>

/** What a bar stands for, and how it came out. */
export function describeTotals({ count, completed, missed, cancelled, revenueCents }: Totals): string {
  return [
    `${formatAppointments(count)}, ${formatCount(completed, 'concluído', 'concluídos')}`,
    missed > 0 && formatCount(missed, 'falta', 'faltas'),
    cancelled > 0 && formatCount(cancelled, 'cancelado', 'cancelados'),
    formatMoney(revenueCents),
  ]
    .filter(Boolean)
    .join(' · ')
}

export function sumSteps(steps: readonly TrendStep[]): Totals {
  const sum = (pick: (step: TrendStep) => number) => steps.reduce((total, step) => total + pick(step), 0)
  return {
    count: sum(({ count }) => count),
    completed: sum(({ completed }) => completed),
    missed: sum(({ missed }) => missed),
    cancelled: sum(({ cancelled }) => cancelled),
    revenueCents: sum(({ revenueCents }) => revenueCents),
  }
}

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
export const formatVisitCount = (count: number) => formatCount(count, 'atendimento', 'atendimentos')

export const weekdayNames = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'] as const

/** The heat map of the hours in a sentence. */
export function describeHours(hours: Dashboard['hours']): string {
  const best = hours.reduce((most, cell) => (cell.count > most.count ? cell : most), {
    dayOfWeek: 0,
    hour: 0,
    count: 0,
  })
  return `O horário mais cheio é ${weekdayNames[best.dayOfWeek]} às ${best.hour}h, com ${formatVisitCount(best.count)}.`
}

type Row = { dayOfWeek: number; cells: { hour: number; count: number; level: number }[] }

const LEVELS = 4

/** Sunday first, from the first to the last hour with appointments; `level` 0 is none, 4 is the busiest. */
export function toHourTable(hours: Dashboard['hours']): { hours: number[]; rows: Row[] } {
  if (hours.length === 0) return { hours: [], rows: [] }
  const all = hours.map(({ hour }) => hour)
  const first = Math.min(...all)
  const last = Math.max(...all)
  const max = Math.max(...hours.map((cell) => cell.count))
  const counts = new Map(hours.map((cell) => [`${cell.dayOfWeek} ${cell.hour}`, cell.count]))
  const shown = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const rows = [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({
    dayOfWeek,
    cells: shown.map((hour) => {
      const found = counts.get(`${dayOfWeek} ${hour}`) ?? 0
      return { hour, count: found, level: Math.ceil((found / max) * LEVELS) }
    }),
  }))
  return { hours: shown, rows }
}

export const periodPresets = [
  { value: 'month', label: 'Este mês' },
  { value: 'last-month', label: 'Mês passado' },
  { value: '7d', label: 'Últimos 7 dias' },
  { value: '30d', label: 'Últimos 30 dias' },
  { value: '12m', label: 'Últimos 12 meses' },
  { value: 'own', label: 'Outras datas' },
] as const
export type PeriodPreset = (typeof periodPresets)[number]['value']

type Dates = { from: string; to: string }

const firstOfMonth = (date: string) => `${date.slice(0, 8)}01`

/** The dates of a preset; own dates have none. */
export function datesOfPreset(preset: PeriodPreset, today: string): Dates | undefined {
  const lastOfPreviousMonth = addCalendarDays(firstOfMonth(today), -1)
  const dates: Record<PeriodPreset, Dates | undefined> = {
    month: { from: firstOfMonth(today), to: today },
    'last-month': { from: firstOfMonth(lastOfPreviousMonth), to: lastOfPreviousMonth },
    '7d': { from: addCalendarDays(today, -6), to: today },
    '30d': { from: addCalendarDays(today, -29), to: today },
    '12m': { from: addCalendarDays(today, -364), to: today },
    own: undefined,
  }
  return dates[preset]
}

/** The preset that has these dates. */
export function presetOfDates({ from, to }: Dates, today: string): PeriodPreset {
  const isSame = ({ value }: { value: PeriodPreset }) => {
    const dates = datesOfPreset(value, today)
    return dates?.from === from && dates.to === to
  }
  return periodPresets.find(isSame)?.value ?? 'own'
}

/** '12% a mais, antes 25'. */
export function describeDifference(value: number, before: number, format: (value: number) => string): string {
  if (before === 0) return 'nada antes'
  const percent = Math.round((100 * (value - before)) / before)
  if (percent === 0) return `igual, antes ${format(before)}`
  return `${Math.abs(percent)}% a ${percent > 0 ? 'mais' : 'menos'}, antes ${format(before)}`
}

type Minutes = { openMinutes: number; bookedMinutes: number }

/** '45%'; a dash without working hours. */
export function formatOccupancy({ openMinutes, bookedMinutes }: Minutes): string {
  return openMinutes === 0 ? '—' : `${Math.round((100 * bookedMinutes) / openMinutes)}%`
}

export function describeOccupancyBefore(before: Minutes): string {
  return before.openMinutes === 0 ? 'sem expediente antes' : `antes ${formatOccupancy(before)}`
}

/** What counts as the value where visits (comandas) are used, and what does not. */
export function describeClosedVisits(closed: Figures['closedVisits']): string {
  const { withoutAppointmentCents, productsCents, tipsCents } = closed
  const others = [
    productsCents > 0 && `${formatMoney(productsCents)} de produtos`,
    tipsCents > 0 && `${formatMoney(tipsCents)} de gorjetas`,
  ].filter(Boolean)
  return [
    'Com comanda, o valor é o que foi cobrado pelos serviços, já com desconto, no dia do atendimento.',
    withoutAppointmentCents > 0 && `Dele, ${formatMoney(withoutAppointmentCents)} são de comandas sem agendamento.`,
    others.length > 0 && `Fora dele: ${others.join(' e ')}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
