import type { BarberWorkday } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import { HOUR_MINUTE_PATTERN, matchesPattern } from '@na-regua/contract/text-limits'
import { formatMinuteSpan, formatMinutes } from '../../../lib/format.ts'
import { addCalendarDays, toInstant, toLocalTime, toMinutes } from '../../../lib/local-time.ts'

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

/** The minute of the timeline of a time HH:MM within a gap, which may run past midnight; undefined outside of it. */
export function findGapMinute(gap: MinuteSpan, time: string): number | undefined {
  if (!matchesPattern(HOUR_MINUTE_PATTERN, time)) return undefined
  return [0, DAY, 2 * DAY].map((day) => day + toMinutes(time)).find((minute) => minute >= gap.start && minute < gap.end)
}
