import { SERIES_WEEKS, type SeriesDateReason, type SeriesEnd, type SeriesStatus } from '@na-regua/contract/series'
import type { Alternative } from '@na-regua/contract/slot-conflicts'
import { addDays, formatMinute, fromEpochMinute, localDay, toEpochMinute, toLocal } from '../../lib/local-time.ts'
import { type BarberSchedule, type BusyIntervals, listSlots, type RequiredTime } from '../availability/rules.ts'

const HOUR = 3_600_000

/** The most dates of the standing appointments of a customer whom the barbershop has not served yet. */
export const MAX_UNSERVED_DATES = 3

/** The rule of a series. `minute` is of the local day of its barbershop. */
export type SeriesRule = { firstDate: string; intervalWeeks: number; minute: number; timeZone: string }

/** The local date of a position. */
export function plannedDate({ firstDate, intervalWeeks }: SeriesRule, position: number): string {
  return addDays(firstDate, position * intervalWeeks * 7)
}

/** In the gap of a clock change as long after it; of two the first. */
export function plannedStart({ minute, timeZone }: SeriesRule, date: string): Date {
  return fromEpochMinute(localDay(date, timeZone).toEpoch(minute))
}

export type PlannedDate = { position: number; date: string; start: Date }

/** The dates that are to be booked: those that begin after `now`, at most SERIES_WEEKS ahead of the local day. */
export function listPlannedDates(rule: SeriesRule, now: Date): PlannedDate[] {
  const today = toLocal(toEpochMinute(now), rule.timeZone).date
  const last = addDays(today, SERIES_WEEKS * 7)
  const days = (Date.parse(today) - Date.parse(rule.firstDate)) / (24 * HOUR)
  const dates: PlannedDate[] = []
  for (let position = Math.max(0, Math.floor(days / (rule.intervalWeeks * 7))); ; position++) {
    const date = plannedDate(rule, position)
    if (date > last) return dates
    const start = plannedStart(rule, date)
    if (start > now) dates.push({ position, date, start })
  }
}

const REPLY = { atMostMs: 48 * HOUR, beforeStartMs: 24 * HOUR, atLeastMs: 2 * HOUR } as const

/** Until when the customer chooses: two days, or a day before the first of the slots. Undefined: there is no time to choose. */
export function replyDeadline(starts: readonly Date[], now: Date): Date | undefined {
  const first = Math.min(...starts.map((start) => start.getTime()))
  const deadline = Math.min(now.getTime() + REPLY.atMostMs, first - REPLY.beforeStartMs)
  return deadline >= now.getTime() + REPLY.atLeastMs ? new Date(deadline) : undefined
}

type NamedSchedule = BarberSchedule & { barberName: string }

export type LostDate = {
  barberId: string
  date: string
  minute: number
  /** Undefined for a barber who does not do it. */
  required: (barber: NamedSchedule) => RequiredTime | undefined
}

/** How many days before and after a date are searched for alternatives, nearest first. */
const NEAR_DAYS = [0, 1, -1, 2, -2, 3, -3, 4, 5, 6]

/** At most three: the nearest of the day with the barber, the same time with another one, and the nearest of the days around. */
export function listDateAlternatives(
  barbers: readonly NamedSchedule[],
  getBusy: (barber: NamedSchedule) => BusyIntervals,
  { barberId, date, minute, required }: LostDate,
  now: Date,
): Alternative[] {
  const listFree = (barber: NamedSchedule, day: string) => {
    const time = required(barber)
    return time ? listSlots(barber, day, time, getBusy(barber), now) : []
  }
  const own = barbers.find((barber) => barber.barberId === barberId)
  const other = barbers.find((barber) => barber !== own && listFree(barber, date).includes(minute))
  const nearest = (days: readonly number[]) =>
    days.flatMap((offset) => {
      const day = addDays(date, offset)
      const slots = own ? listFree(own, day).toSorted((a, b) => Math.abs(a - minute) - Math.abs(b - minute)) : []
      const kind = offset === 0 ? ('same-barber' as const) : ('next-day' as const)
      return own ? slots.slice(0, 1).map((slot) => toAlternative(own, { kind, date: day, minute: slot })) : []
    })
  const sameTime = other ? [toAlternative(other, { kind: 'same-time', date, minute })] : []
  return [...nearest([0]), ...sameTime, ...nearest(NEAR_DAYS.slice(1))].slice(0, 3)
}

type AlternativeTime = Pick<Alternative, 'kind' | 'date'> & { minute: number }

function toAlternative({ barberId, barberName, timeZone }: NamedSchedule, { kind, date, minute }: AlternativeTime) {
  const startTime = fromEpochMinute(localDay(date, timeZone).toEpoch(minute)).toISOString()
  return { kind, barberId, barberName, startTime, date, time: formatMinute(minute) }
}

/** The hour at which a series is looked at: no customer is notified at night. */
const FILL_MINUTE = 10 * 60

/** Tomorrow morning in local time. */
export function nextFill({ timeZone }: Pick<SeriesRule, 'timeZone'>, now: Date): Date {
  const { date } = toLocal(toEpochMinute(now), timeZone)
  return fromEpochMinute(localDay(addDays(date, 1), timeZone).toEpoch(FILL_MINUTE))
}

/** What became of a date that had a reply or is over: newest first. */
export type SettledDate = { position: number; isUnanswered: boolean; isNoShow: boolean }

/** Two in a row end a series. A date between two unanswered ones may be booked, and not over yet. */
export function findSeriesEnd([last, before]: readonly SettledDate[]): 'unanswered' | 'no-show' | undefined {
  const isNext = last?.position === (before?.position ?? Number.NaN) + 1
  if (last?.isUnanswered && before?.isUnanswered && isNext) return 'unanswered'
  return last?.isNoShow && before?.isNoShow ? 'no-show' : undefined
}

/** By how many days and to which minute a series moves when the date gets this start. Undefined: it would meet its next date. */
export function findShift(rule: SeriesRule, date: string, start: Date): { days: number; minute: number } | undefined {
  const epochMinute = toEpochMinute(start)
  const to = toLocal(epochMinute, rule.timeZone)
  const days = (Date.parse(to.date) - Date.parse(date)) / (24 * HOUR)
  if (Math.abs(days) >= rule.intervalWeeks * 7 || start.getTime() % 60_000 !== 0) return undefined
  return localDay(to.date, rule.timeZone).toEpoch(to.minute) === epochMinute ? { days, minute: to.minute } : undefined
}

/** What a change of the series does with its dates that are not booked and with the booked ones. */
export const reasonOfStatus = { PAUSED: 'paused', ENDED: 'ended' } as const satisfies Partial<
  Record<SeriesStatus, SeriesDateReason>
>

/** A series whose services or barber are gone ends. By the code of the refused booking. */
export const endByError: Partial<Record<string, SeriesEnd>> = {
  BARBER_NOT_FOUND: 'barber',
  SERVICE_NOT_FOUND: 'service',
  CUSTOMER_BLOCKED: 'barbershop',
  CUSTOMER_NOT_FOUND: 'account',
  UNAUTHENTICATED: 'account',
  FORBIDDEN: 'barbershop',
}
