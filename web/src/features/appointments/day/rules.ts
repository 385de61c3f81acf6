import type { User } from '@na-regua/contract/accounts'
import type { BarberWorkday } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import {
  formatDuration,
  formatInstantInSentence,
  formatList,
  formatMinuteSpan,
  formatWeekday,
} from '../../../lib/format.ts'
import { addCalendarDays, toLocalTime } from '../../../lib/local-time.ts'
import { isPermittedIn } from '../../../lib/permissions.ts'
import { formatStatus, getServedName, isOpenAppointment, isUpcoming } from '../agenda/rules.ts'
import { type MinuteSpan, type PlacedAppointment, placeAppointments, toTimelineMinute } from '../timeline/rules.ts'

/** For narrow columns: 'Maria Aparecida Cavalcanti' is 'Maria C.', beside a 'Maria Costa' 'Maria Ca.'. */
export function shortenNames(names: readonly string[]): string[] {
  return names.map((name) => {
    const rivals = names.filter((other) => other !== name).map(listShortNames)
    return listShortNames(name).find((short) => !rivals.some((forms) => forms.includes(short))) ?? name
  })
}

/** From 'Maria C.' to 'Maria Cavalcanti'. */
function listShortNames(name: string): string[] {
  const words = name.trim().split(/\s+/)
  const last = words.length > 1 ? words.at(-1) : undefined
  if (!last) return [name]
  const characters = Array.from(last)
  return characters.map((_, index) => {
    const start = characters.slice(0, index + 1).join('')
    return `${words[0]} ${start}${start === last ? '' : '.'}`
  })
}

/** The time until a start: 'agora', 'em 12 min', 'em 1h20'. */
export function formatTimeUntil(minutes: number) {
  return minutes <= 0 ? 'agora' : `em ${formatDuration(minutes)}`
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

/** Whether the user can change its services, or of a completed one the price. The server decides. */
export function isEditable(
  { status, correctableUntil, barbershop }: Appointment,
  user: Pick<User, 'role' | 'permissions'>,
  now: Date,
) {
  if (isOpenAppointment({ status })) return true
  if (!isPermittedIn(barbershop.id, 'discounts', user)) return false
  return status === 'COMPLETED' && correctableUntil !== null && Date.parse(correctableUntil) > now.getTime()
}

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
