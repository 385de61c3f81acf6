import type { BarbershopWeek, BarberWorkday, StaffDay } from '@na-regua/contract/agendas'
import { formatCount, formatMinuteSpan, formatMonthName } from '../../../lib/format.ts'
import type { MinuteSpan } from '../timeline/rules.ts'

/** '22 a 28 de novembro de 2026', '29 de novembro a 5 de dezembro de 2026'. */
export function formatWeek(first: string, last: string): string {
  const dayOf = (date: string) => Number(date.slice(8))
  const end = `${dayOf(last)} de ${formatMonthName(last)} de ${last.slice(0, 4)}`
  if (first.slice(0, 7) === last.slice(0, 7)) return `${dayOf(first)} a ${end}`
  const year = first.slice(0, 4) === last.slice(0, 4) ? '' : ` de ${first.slice(0, 4)}`
  return `${dayOf(first)} de ${formatMonthName(first)}${year} a ${end}`
}

/** One barber's day as a row of the week: what there is of it in every barbershop. */
export function describeWorkday(barbers: readonly BarberWorkday[]): string {
  const spans = barbers.flatMap(({ hours }) => hours)
  if (spans.length === 0) return 'sem expediente'
  const whole = {
    start: Math.min(...spans.map(({ start }) => start)),
    end: Math.max(...spans.map(({ end }) => end)),
  }
  const isOff = barbers.every((workday) => isOffAll(workday))
  return isOff ? 'folga' : formatMinuteSpan(whole.start, whole.end)
}

function isOffAll({ hours, timeOff }: BarberWorkday): boolean {
  const isCovered = (span: MinuteSpan) => timeOff.some(({ start, end }) => start <= span.start && span.end <= end)
  return hours.length > 0 && hours.every(isCovered)
}

/** '8 horários', 'nenhum horário'. */
export const formatVisits = (count: number) =>
  count === 0 ? 'nenhum horário' : formatCount(count, 'horário', 'horários')

/** In the head of a column: 'hoje · 8', '8 horários', 'nenhum'. */
export function formatColumnVisits(count: number, isToday: boolean) {
  if (isToday) return `hoje · ${count}`
  return count === 0 ? 'nenhum' : formatVisits(count)
}

export const countDay = ({ barbers }: StaffDay) =>
  barbers.reduce((total, { appointments }) => total + appointments.length, 0)

type DayCounts = BarbershopWeek['days'][number]['barbers']

/** How much of the working time of these is taken, in percent; undefined without any. */
export function computeOccupancy(counts: DayCounts): number | undefined {
  const sum = (minutesOf: (one: DayCounts[number]) => number) =>
    counts.reduce((total, one) => total + minutesOf(one), 0)
  const work = sum(({ workMin }) => workMin)
  if (work === 0) return undefined
  return Math.min(100, Math.round((sum(({ bookedMin }) => bookedMin) / work) * 100))
}

export const sumCounts = (counts: DayCounts) => counts.reduce((total, { count }) => total + count, 0)
