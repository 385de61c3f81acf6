import type { BarberWorkday } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import {
  formatInstantInSentence,
  formatList,
  formatMinuteSpan,
  formatMinutes,
  formatShortDate,
  formatWeekday,
} from '../../../lib/format.ts'
import { addCalendarDays, toInstant, toLocalTime, toMinutes } from '../../../lib/local-time.ts'
import { formatNearDay, formatStatus, getServedName, isOpenAppointment, isUpcoming } from '../agenda/rules.ts'

const DAY = 1440
/** Minutes since the day's midnight, [start, end); a shift past midnight continues beyond 1440. */
export type MinuteSpan = { start: number; end: number }

/** The minute of an instant on a day's timeline, in the barbershop's local time. */
export function toTimelineMinute(instant: string | Date, date: string, timeZone: string) {
  const local = toLocalTime(new Date(instant), timeZone)
  const days = Math.round((Date.parse(local.date) - Date.parse(date)) / (DAY * 60_000))
  return days * DAY + Number(local.time.slice(0, 2)) * 60 + Number(local.time.slice(3))
}

/** The instant of a timeline minute, in UTC. */
export function minuteToInstant(minute: number, date: string, timeZone: string) {
  const days = Math.floor(minute / DAY)
  return toInstant(addCalendarDays(date, days), formatMinuteOfDay(minute), timeZone).toISOString()
}

/** 615: '10:15'; 1500, past midnight: '01:00'. */
export function formatMinuteOfDay(minute: number) {
  const inDay = ((minute % DAY) + DAY) % DAY
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`
}

/** 45: '45 min'; 90: '1h30'; 120: '2h'; a whole day: '24h'. */
export function formatDuration(minutes: number) {
  if (minutes < 60) return `${minutes} min`
  return minutes < DAY ? formatMinutes(minutes) : `${Math.floor(minutes / 60)}h${minutes % 60 || ''}`
}

/** The time until a start: 'agora', 'em 12 min', 'em 1h20'. */
export function formatTimeUntil(minutes: number) {
  return minutes <= 0 ? 'agora' : `em ${formatDuration(minutes)}`
}

/** An appointment on the timeline, with its lane among those that overlap. */
export type PlacedAppointment = MinuteSpan & { appointment: Appointment; lane: number; lanes: number }

/** Assigns lanes to appointments, sorted by start, that overlap: for example a no-show and the walk-in served instead. */
export function placeAppointments(appointments: readonly Appointment[], date: string): PlacedAppointment[] {
  const placed: PlacedAppointment[] = []
  let group: PlacedAppointment[] = []
  let groupEnd = Number.NEGATIVE_INFINITY
  for (const appointment of appointments) {
    const start = toTimelineMinute(appointment.startTime, date, appointment.timeZone)
    // From the duration, because the local time may change in between (summer time).
    const end = start + appointment.durationMin
    if (start >= groupEnd) group = []
    const busy = new Set(group.filter((other) => other.end > start).map(({ lane }) => lane))
    const lane = Array.from({ length: group.length + 1 }, (_, index) => index).find((index) => !busy.has(index)) ?? 0
    const own: PlacedAppointment = { appointment, start, end, lane, lanes: 1 }
    group.push(own)
    placed.push(own)
    groupEnd = Math.max(groupEnd, end)
    const lanes = Math.max(...group.map((other) => other.lane)) + 1
    for (const other of group) other.lanes = lanes
    groupEnd = Math.max(...group.map((other) => other.end))
  }
  return placed
}

/** What the timeline spans, in whole hours: the barbers' hours, widened by appointments outside of them. */
export function computeTimelineSpan(
  workdays: readonly Pick<BarberWorkday, 'hours' | 'appointments'>[],
  date: string,
): MinuteSpan | undefined {
  const spans = workdays.flatMap(({ hours, appointments }) => [...hours, ...placeAppointments(appointments, date)])
  if (spans.length === 0) return undefined
  return {
    start: Math.floor(Math.min(...spans.map(({ start }) => start)) / 60) * 60,
    end: Math.ceil(Math.max(...spans.map(({ end }) => end)) / 60) * 60,
  }
}

type CollapseInput = { whole: MinuteSpan; minute: number; pastMin: number; appointments: readonly PlacedAppointment[] }

/** Hides what is past but for the last `pastMin` minutes and what runs, to the quarter of an hour. Appointments: sorted by start. */
export function collapsePast({ whole, minute, pastMin, appointments }: CollapseInput): MinuteSpan {
  if (minute <= whole.start || minute >= whole.end) return whole
  let first = minute - pastMin
  // From the last one back: what overlaps a visible appointment is visible, too.
  for (const { start, end } of appointments.toReversed()) if (start < first && end > first) first = start
  return { start: Math.max(whole.start, Math.floor(first / 15) * 15), end: whole.end }
}

/** A place on the board: a barber and a minute of the day. */
export type BoardPlace = { workday: BarberWorkday; minute: number }

/** Minutes between the places at which an appointment can be dropped. */
export const MOVE_STEP = 5
/** The server accepts a time that has just begun. */
const MOVE_BACK = 15

/** Whether staff can give it another time. */
export const isMovable = isUpcoming

/** Why an appointment cannot be dropped at a place; undefined if it looks free. The server decides. */
export function findDropProblem(appointment: Appointment, { workday, minute }: BoardPlace, date: string, now: Date) {
  if (minute < toTimelineMinute(now, date, workday.timeZone) - MOVE_BACK) return 'Este horário já passou.'
  const end = minute + appointment.durationMin
  const other = placeAppointments(workday.appointments, date).find(
    (placed) =>
      placed.appointment.id !== appointment.id &&
      isOpenAppointment(placed.appointment) &&
      placed.start < end &&
      minute < placed.end,
  )
  if (!other) return undefined
  const span = formatMinuteSpan(other.start, other.end)
  return `${workday.name} já atende ${getServedName(other.appointment)} ${span}.`
}

/**
 * When a time lies in a break or in time off of the barber, or reaches into it: 'Na pausa, das 12h às 13h.' Undefined for a time at
 * work. Staff may take the time all the same.
 */
export function describeBreak({ breaks, timeOff }: Pick<BarberWorkday, 'breaks' | 'timeOff'>, time: MinuteSpan) {
  const overlaps = ({ start, end }: MinuteSpan) => start < time.end && time.start < end
  const off = timeOff.find(overlaps)
  const found = off ?? breaks.find(overlaps)
  if (!found) return undefined
  const where = off ? 'folga' : 'pausa'
  const verb = time.start < found.start ? 'Entra na' : 'Na'
  return `${verb} ${where}, ${formatMinuteSpan(found.start, found.end)}.`
}

/** What staff should know of a place where they may book all the same. */
export function describeDropPlace({ workday, minute }: BoardPlace, durationMin: number) {
  const overlaps = ({ start, end }: MinuteSpan) => start < minute + durationMin && minute < end
  if (workday.timeOff.some(overlaps)) return 'na folga'
  if (workday.breaks.some(overlaps)) return 'na pausa'
  const isWithin = workday.hours.some(({ start, end }) => start <= minute && minute + durationMin <= end)
  return isWithin ? undefined : 'fora do expediente'
}

/** Shorter gaps are not offered. */
const SHORTEST_GAP = 10

/** Whether a walk-in can start with the barber in this minute. */
export function isBarberFree({ free }: Pick<BarberWorkday, 'free'>, minute: number) {
  // The server rounds the current time up to the next minute.
  return listGaps(free, minute).some(({ start }) => start <= minute + 1)
}

/** The free ranges from `now` on. */
export function listGaps(free: readonly MinuteSpan[], now: number): MinuteSpan[] {
  return free
    .map(({ start, end }) => ({ start: Math.max(start, now), end }))
    .filter(({ start, end }) => end - start >= SHORTEST_GAP)
}

/** The minute of the timeline of a time HH:MM within a gap, which may run past midnight; undefined outside of it. */
export function findGapMinute(gap: MinuteSpan, time: string): number | undefined {
  if (!/^\d\d:\d\d$/.test(time)) return undefined
  return [0, DAY, 2 * DAY].map((day) => day + toMinutes(time)).find((minute) => minute >= gap.start && minute < gap.end)
}

/** The current appointment, otherwise the next one. */
export function findNextAppointment(appointments: readonly Appointment[], now: Date): Appointment | undefined {
  return appointments
    .filter((appointment) => isOpenAppointment(appointment) && Date.parse(appointment.endTime) > now.getTime())
    .sort((one, other) => Date.parse(one.startTime) - Date.parse(other.startTime))[0]
}

/** The next ones after the current or next one. */
export function listFollowing(appointments: readonly Appointment[], next: Appointment | undefined, count = 2) {
  if (!next) return []
  return appointments
    .filter((one) => one.id !== next.id && isOpenAppointment(one) && one.startTime >= next.startTime)
    .toSorted((one, other) => Date.parse(one.startTime) - Date.parse(other.startTime))
    .slice(0, count)
}

/** The totals of a day: how many come, how many were served, and what both are worth. */
export function sumDay(appointments: readonly Appointment[]) {
  const expected = appointments.filter(({ status }) => status !== 'NO_SHOW' && status !== 'CANCELLED')
  const done = expected.filter(({ status }) => status === 'COMPLETED')
  const sum = (rows: readonly Appointment[]) => rows.reduce((total, { priceCents }) => total + priceCents, 0)
  return { count: expected.length, doneCount: done.length, cents: sum(expected), doneCents: sum(done) }
}

/** The day of an appointment in a list of several days: 'Hoje', 'Amanhã', otherwise 'Sáb, 21/11/2026'. */
export function formatRowDay(instant: string, now: Date, timeZone: string) {
  const { date } = toLocalTime(new Date(instant), timeZone)
  return formatNearDay(date, toLocalTime(now, timeZone).date) ?? formatShortDate(date)
}

/** The second line of an appointment on the timeline. `isPending`: a change of it waits for the network. */
export function describeBlock(appointment: Appointment, now: Date, isPending: boolean) {
  const { status, isPresenceConfirmed, service, seriesId } = appointment
  const deadline = describeDeadline(appointment, now, 0)
  if (deadline && !isPending) return `${deadline} · ${service.name}`
  const known = status === 'CONFIRMED' && isPresenceConfirmed ? 'Presença confirmada' : formatStatus(status, 'barber')
  const text = seriesId ? `Horário fixo · ${known}` : known
  return isPending ? `Aguardando rede · ${text} · ${service.name}` : `${service.name} · ${text}`
}

/** 'Responda até amanhã às 14h30', at the end 'Responda até 14h30 · faltam 25 min'. Only a request has one, of a day at most. */
export function describeDeadline({ status, confirmBy, timeZone }: Appointment, now: Date, countdownMin = 60) {
  const minutes = confirmBy ? Math.ceil((Date.parse(confirmBy) - now.getTime()) / 60_000) : 0
  if (status !== 'SCHEDULED' || !confirmBy || minutes <= 0) return undefined
  const time = formatInstantInSentence(confirmBy, timeZone)
  if (minutes <= countdownMin) return `Responda até ${time} · ${minutes === 1 ? 'falta' : 'faltam'} ${minutes} min`
  const isToday = toLocalTime(new Date(confirmBy), timeZone).date === toLocalTime(now, timeZone).date
  return isToday ? `Responda até ${time}` : `Responda até amanhã às ${time}`
}

/** Appointments in the past that were neither completed nor marked as missed. */
export function listUnfinished(appointments: readonly Appointment[], now: Date): Appointment[] {
  return appointments.filter(
    (appointment) => isOpenAppointment(appointment) && Date.parse(appointment.endTime) <= now.getTime(),
  )
}

/** '2026-11-21' of today '2026-11-21': 'Hoje'. */
export function formatDayName(date: string, today: string | undefined) {
  if (today && date === today) return 'Hoje'
  if (today && date === addCalendarDays(today, 1)) return 'Amanhã'
  if (today && date === addCalendarDays(today, -1)) return 'Ontem'
  return formatWeekday(date)
}

/** The gaps in words. */
export function describeGaps(gaps: readonly MinuteSpan[]) {
  if (gaps.length === 0) return 'Nada livre.'
  const texts = gaps.map(({ start, end }) => formatMinuteSpan(start, end))
  return `Livre ${formatList(texts)}.`
}

/** Rows shown before the rest is collapsed. */
const MAX_ROWS = 3

export function collapseList<T>(rows: readonly T[], isOpen: boolean) {
  const shown = isOpen ? rows : rows.slice(0, MAX_ROWS)
  return { shown, hidden: rows.length - shown.length }
}
