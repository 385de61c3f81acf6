import { type Interval, intersect, subtract, union } from '../../lib/intervals.ts'
import { addDays, type DayLine, dayLine, toEpochMinute, toLocal } from '../../lib/local-time.ts'

const DAY = 1440

/** Openings by weekday (0 = Sunday) in minutes since its midnight; past midnight goes beyond 1440. */
export type Week = readonly (readonly Interval[])[]

/** What decides when one barber of one shop can be booked. */
export type Schedule = {
  barberId: string
  /** The person: what he does in another shop takes his time here. */
  userId: string
  timeZone: string
  gridMinutes: number
  minimumNoticeMinutes: number
  bookingWindowDays: number
  shopHours: Week
  /** Undefined: whenever the shop is open. */
  barberHours: Week | undefined
  breaks: Week
}

/** Appointments and time off, in epoch minutes. */
export type Busy = readonly Interval[]

/** Minutes of the day's line when the barber works, before appointments: shop hours ∩ barber hours − breaks. */
export function workingLine(schedule: Schedule, line: DayLine): Interval[] {
  const shop = spread(schedule.shopHours, line.weekday)
  const worked = schedule.barberHours ? intersect(shop, spread(schedule.barberHours, line.weekday)) : shop
  return subtract(worked, spread(schedule.breaks, line.weekday))
}

/** A weekday with its neighbours on one line, so that a night which runs past midnight is one stretch. */
function spread(week: Week, weekday: number): Interval[] {
  return union(
    [-1, 0, 1].flatMap((offset) => {
      const openings = week[(weekday + offset + 7) % 7] ?? []
      return openings.map(([start, end]): Interval => [start + offset * DAY, end + offset * DAY])
    }),
  )
}

/** When the barber is free, in epoch minutes, around one day; `earliest` is the first minute that may still be booked. */
export function freeIntervals(schedule: Schedule, line: DayLine, busy: Busy, earliest: number): Interval[] {
  const working = union(workingLine(schedule, line).map(([start, end]) => [line.toEpoch(start), line.toEpoch(end)]))
  const future = intersect(working, [[earliest, Number.MAX_SAFE_INTEGER]])
  return subtract(future, busy)
}

/** The first minute that the shop's notice still lets anybody book. */
export function earliestStart(schedule: Schedule, now: Date): number {
  return Math.ceil((now.getTime() / 1000 + schedule.minimumNoticeMinutes * 60) / 60)
}

/**
 * The starts on one day, in minutes since its midnight: on the shop's grid, inside the booking window, each free for the whole
 * duration. The one function that lists and checks: what it lists can be booked, and nothing else can.
 */
export function listSlots(schedule: Schedule, date: string, durationMin: number, busy: Busy, now: Date): number[] {
  if (!isInWindow(schedule, date, now)) return []
  const line = dayLine(date, schedule.timeZone)
  const free = freeIntervals(schedule, line, busy, earliestStart(schedule, now))
  const slots: number[] = []
  for (let minute = 0, i = 0; minute < DAY && i < free.length; minute += schedule.gridMinutes) {
    if (!line.hasMinute(minute)) continue
    const start = line.toEpoch(minute)
    while (i < free.length && (free[i] as Interval)[1] < start + durationMin) i++
    const range = free[i]
    if (range && range[0] <= start) slots.push(minute)
  }
  return slots
}

export function isBookable(schedule: Schedule, start: Date, durationMin: number, busy: Busy, now: Date): boolean {
  if (start.getTime() % 60_000 !== 0) return false
  const epochMinute = toEpochMinute(start)
  const { date, minute } = toLocal(epochMinute, schedule.timeZone)
  // The second 23:30 of a summer-time end reads like the first and is not offered.
  if (dayLine(date, schedule.timeZone).toEpoch(minute) !== epochMinute) return false
  return listSlots(schedule, date, durationMin, busy, now).includes(minute)
}

/** Up to the last day that the shop opens its book for, in its zone; the past is cut off by `earliestStart`. */
export function isInWindow(schedule: Schedule, date: string, now: Date): boolean {
  const today = toLocal(toEpochMinute(now), schedule.timeZone).date
  return date <= addDays(today, schedule.bookingWindowDays)
}

/** No opening starts or runs on that day, as opposed to one whose times are all taken. */
export function isClosedOn(schedule: Schedule, date: string): boolean {
  return intersect(workingLine(schedule, dayLine(date, schedule.timeZone)), [[0, DAY]]).length === 0
}
