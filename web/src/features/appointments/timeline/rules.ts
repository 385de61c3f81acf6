import type { BarberWorkday } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import { HOUR_MINUTE_PATTERN, matchesPattern } from '@na-regua/contract/text-limits'
import { formatMinuteSpan } from '../../../lib/format.ts'
import { addCalendarDays, toInstant, toLocalTime, toMinutes } from '../../../lib/local-time.ts'
import { isOpenAppointment } from '../agenda/rules.ts'

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

/**
 * An appointment on the timeline, with its lane among those that overlap. One that is over is a line at the edge when it overlaps one
 * that is not; its lane then is that among such lines, and `edgeLines` of the others is how many lines they leave room for.
 */
export type PlacedAppointment = MinuteSpan & {
  appointment: Appointment
  lane: number
  lanes: number
  isLine: boolean
  edgeLines: number
}

/** Places appointments, sorted by start: those that overlap are side by side, as a no-show and the walk-in served instead. */
export function placeAppointments(appointments: readonly Appointment[], date: string): PlacedAppointment[] {
  const placed = appointments.map((appointment): PlacedAppointment => {
    const start = toTimelineMinute(appointment.startTime, date, appointment.timeZone)
    // From the duration, because the local time may change in between (summer time).
    const end = start + appointment.durationMin
    return { appointment, start, end, lane: 0, lanes: 1, isLine: false, edgeLines: 0 }
  })
  const open = placed.filter(({ appointment }) => isOpenAppointment(appointment))
  for (const one of placed) one.isLine = !open.includes(one) && open.some((other) => overlaps(one, other))
  const lines = placed.filter(({ isLine }) => isLine)
  assignLanes(lines)
  for (const group of assignLanes(placed.filter(({ isLine }) => !isLine))) {
    const beside = lines.filter((line) => group.some((one) => overlaps(one, line)))
    const edgeLines = Math.max(0, ...beside.map(({ lane }) => lane + 1))
    for (const one of group) one.edgeLines = edgeLines
  }
  return placed
}

const overlaps = (one: MinuteSpan, other: MinuteSpan) => one.start < other.end && other.start < one.end

/** Assigns lanes to appointments, sorted by start. Returns the groups that share lanes. */
function assignLanes(placed: readonly PlacedAppointment[]) {
  const groups: PlacedAppointment[][] = []
  let groupEnd = Number.NEGATIVE_INFINITY
  for (const own of placed) {
    if (own.start >= groupEnd) groups.push([])
    const group = groups.at(-1) ?? []
    const busy = new Set(group.filter((other) => other.end > own.start).map(({ lane }) => lane))
    own.lane = Array.from({ length: group.length + 1 }, (_, index) => index).find((index) => !busy.has(index)) ?? 0
    group.push(own)
    groupEnd = Math.max(...group.map(({ end }) => end))
    const lanes = Math.max(...group.map(({ lane }) => lane)) + 1
    for (const other of group) other.lanes = lanes
  }
  return groups
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
