import type { WeekSpan } from '@na-regua/contract/staff'
import { formatMinuteInSentence } from '../../../lib/format-time.ts'
import { type Interval, intersect, subtract } from '../../../lib/intervals.ts'
import { toWeeklyIntervals, unrollWeekday, type WeeklyIntervals } from './rules.ts'

const DAY = 1440
const weekdays = ['Domingo', 'Segunda', 'Terça', 'Quarta', 'Quinta', 'Sexta', 'Sábado'] as const

type ProposedSchedule = { shopHours: WeeklyIntervals; hours: readonly WeekSpan[] | null; breaks: readonly WeekSpan[] }

/** The first problem of a proposed schedule as a Portuguese sentence; undefined when it is valid. */
export function findScheduleProblem({ shopHours, hours, breaks }: ProposedSchedule): string | undefined {
  if (hours?.length === 0)
    return 'Deixe pelo menos um dia de trabalho. Para não atender por uns dias, marque uma folga.'
  const barberHours = hours ? toWeeklyIntervals(hours.map(toRow)) : undefined
  const pauses = toWeeklyIntervals(breaks.map(toRow))
  for (const [day, name] of weekdays.entries()) {
    const own = barberHours?.[day] ?? []
    const paused = pauses[day] ?? []
    const open = unrollWeekday(shopHours, day)
    const problem =
      findOverlap(own, 'o horário') ??
      findOutsideShop(own, open, shopHours[day] ?? []) ??
      findOverlap(paused, 'a pausa') ??
      findOutsideWork(paused, barberHours ? intersect(open, unrollWeekday(barberHours, day)) : open)
    if (problem) return `${name}: ${problem}`
  }
  return undefined
}

function toRow({ dayOfWeek, start, end }: WeekSpan) {
  return [dayOfWeek, start, end] as const
}

function findOverlap(spans: readonly Interval[], what: string): string | undefined {
  if (spans.some(([start, end]) => end <= start || end > start + DAY))
    return `${what} precisa terminar depois de começar, em até 24\u00a0h.`
  const sorted = spans.toSorted((a, b) => a[0] - b[0])
  const next = sorted.findIndex(([start], index) => index > 0 && start < (sorted[index - 1] as Interval)[1])
  if (next < 0) return undefined
  return `${what} ${format(sorted[next - 1] as Interval)} se sobrepõe a outro, ${format(sorted[next] as Interval)}.`
}

function findOutside(spans: readonly Interval[], frame: readonly Interval[]): Interval | undefined {
  return spans.find(([start, end]) => start >= 2 * DAY || subtract([[start, end]], frame).length > 0)
}

function findOutsideShop(own: readonly Interval[], frame: readonly Interval[], openings: readonly Interval[]) {
  const outside = own.find(([start]) => start >= DAY) ?? findOutside(own, frame)
  const open = openings.length > 0 ? `abre ${openings.map(format).join(' e ')}` : 'não abre nesse dia'
  return outside && `o horário ${format(outside)} fica fora do funcionamento da barbearia, que ${open}.`
}

function findOutsideWork(pauses: readonly Interval[], present: readonly Interval[]) {
  const outside = findOutside(pauses, present)
  return outside && `a pausa ${format(outside)} fica fora do horário de trabalho.`
}

/** 'das 9h às 12h30'. */
function format([start, end]: Interval): string {
  return `das ${formatMinuteInSentence(start)} às ${formatMinuteInSentence(end)}`
}
