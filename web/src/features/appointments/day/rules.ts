import type { BarberWorkday } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import { formatMinutes, weekdayOf } from '../../../lib/format.ts'
import { addDays, instantOf, wallClock } from '../../../lib/local-time.ts'
import { isOpen } from '../agenda/rules.ts'

const DAY = 1440
/** Minutes of a day's line, [start, end); a night runs on beyond 1440. */
export type Span = { start: number; end: number }

/** Where an instant stands on a day's line: what the shop's wall shows. */
export function toLineMinute(instant: string | Date, date: string, timeZone: string) {
  const wall = wallClock(new Date(instant), timeZone)
  const days = Math.round((Date.parse(wall.date) - Date.parse(date)) / (DAY * 60_000))
  return days * DAY + Number(wall.time.slice(0, 2)) * 60 + Number(wall.time.slice(3))
}

/** The instant of a minute of the line, in UTC. */
export function toInstant(minute: number, date: string, timeZone: string) {
  const days = Math.floor(minute / DAY)
  return instantOf(addDays(date, days), formatClock(minute), timeZone).toISOString()
}

/** 615: '10:15'; past midnight 1500: '01:00'. */
export function formatClock(minute: number) {
  const inDay = ((minute % DAY) + DAY) % DAY
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`
}

/** 45: '45 min'; 90: '1h30'; 120: '2h'. */
export function formatLength(minutes: number) {
  return minutes < 60 ? `${minutes} min` : formatMinutes(minutes)
}

/** How far away a start is: 'agora', 'em 12 min', 'em 1h20'. */
export function formatDistanceInTime(minutes: number) {
  return minutes <= 0 ? 'agora' : `em ${formatLength(minutes)}`
}

/** An appointment on the line; those that overlap stand side by side. */
export type Placed = Span & { appointment: Appointment; lane: number; lanes: number }

/** Puts appointments, given by their start, beside each other where they overlap: a no-show and who came instead. */
export function placeAppointments(appointments: readonly Appointment[], date: string): Placed[] {
  const placed: Placed[] = []
  let group: Placed[] = []
  let groupEnd = Number.NEGATIVE_INFINITY
  for (const appointment of appointments) {
    const start = toLineMinute(appointment.startTime, date, appointment.timeZone)
    // The length and not the wall: clocks may be moved meanwhile.
    const end = start + appointment.durationMin
    if (start >= groupEnd) group = []
    const busy = new Set(group.filter((other) => other.end > start).map(({ lane }) => lane))
    const lane = Array.from({ length: group.length + 1 }, (_, index) => index).find((index) => !busy.has(index)) ?? 0
    const own: Placed = { appointment, start, end, lane, lanes: 1 }
    group.push(own)
    placed.push(own)
    groupEnd = Math.max(groupEnd, end)
    const lanes = Math.max(...group.map((other) => other.lane)) + 1
    for (const other of group) other.lanes = lanes
    groupEnd = Math.max(...group.map((other) => other.end))
  }
  return placed
}

/** What the line spans, in whole hours: when the chairs can be sat in, widened where something stands beyond. */
export function lineSpan(
  chairs: readonly Pick<BarberWorkday, 'hours' | 'appointments'>[],
  date: string,
): Span | undefined {
  const spans = chairs.flatMap(({ hours, appointments }) => [...hours, ...placeAppointments(appointments, date)])
  if (spans.length === 0) return undefined
  return {
    start: Math.floor(Math.min(...spans.map(({ start }) => start)) / 60) * 60,
    end: Math.ceil(Math.max(...spans.map(({ end }) => end)) / 60) * 60,
  }
}

/** Shorter than this is nothing that anybody could use. */
const SHORTEST_GAP = 10

/** What is left of the free time at `now`. */
export function gapsFrom(free: readonly Span[], now: number): Span[] {
  return free
    .map(({ start, end }) => ({ start: Math.max(start, now), end }))
    .filter(({ start, end }) => end - start >= SHORTEST_GAP)
}

/** Whoever sits in the chair, else whoever comes next. */
export function findNext(appointments: readonly Appointment[], now: Date): Appointment | undefined {
  return appointments
    .filter((appointment) => isOpen(appointment) && Date.parse(appointment.endTime) > now.getTime())
    .sort((one, other) => Date.parse(one.startTime) - Date.parse(other.startTime))[0]
}

/** Requests that wait for an answer. */
export function listRequests(appointments: readonly Appointment[], now: Date): Appointment[] {
  return appointments.filter(({ status, startTime }) => status === 'SCHEDULED' && Date.parse(startTime) > now.getTime())
}

/** Served or not, nobody has said so yet. */
export function listUnfinished(appointments: readonly Appointment[], now: Date): Appointment[] {
  return appointments.filter((appointment) => isOpen(appointment) && Date.parse(appointment.endTime) <= now.getTime())
}

/** '2026-11-21' of today '2026-11-21': 'Hoje'. */
export function dayName(date: string, today: string | undefined) {
  if (today && date === today) return 'Hoje'
  if (today && date === addDays(today, 1)) return 'Amanhã'
  if (today && date === addDays(today, -1)) return 'Ontem'
  return longWeekdays[weekdayOf(date)] ?? ''
}

const longWeekdays = [
  'Domingo',
  'Segunda-feira',
  'Terça-feira',
  'Quarta-feira',
  'Quinta-feira',
  'Sexta-feira',
  'Sábado',
]

const longDay = new Intl.DateTimeFormat('pt-BR', { day: 'numeric', month: 'long', timeZone: 'UTC' })

/** '21 de novembro'. */
export function formatDayMonth(date: string) {
  return longDay.format(new Date(`${date}T00:00:00Z`))
}

/** What the ruler shows, in words. */
export function describeGaps(gaps: readonly Span[]) {
  if (gaps.length === 0) return 'Nada livre.'
  const words = gaps.map(({ start, end }) => `das ${formatMinutes(start)} às ${formatMinutes(end)}`)
  return `Livre ${new Intl.ListFormat('pt-BR').format(words)}.`
}

/** Rows that a phone shows before it folds the rest. */
const MOST_ROWS = 3

export function foldList<T>(rows: readonly T[], isOpen: boolean) {
  const shown = isOpen ? rows : rows.slice(0, MOST_ROWS)
  return { shown, hidden: rows.length - shown.length }
}
