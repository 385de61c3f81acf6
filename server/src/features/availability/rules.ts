import type { ServiceCombination } from '@na-regua/contract/barbershops'
import { combineServices } from '@na-regua/contract/service-combinations'
import { type Interval, intersect, subtract, union } from '../../lib/intervals.ts'
import { addDays, type LocalDay, localDay, toEpochMinute, toLocal } from '../../lib/local-time.ts'
import { type WorkingWeek, workingLine } from '../staff/schedule/rules.ts'

const DAY = 1440

/** What decides when one barber of one shop can be booked. */
export type Schedule = WorkingWeek & {
  barberId: string
  /** The person: what he does in another shop takes his time here. */
  userId: string
  timeZone: string
  gridMinutes: number
  minimumNoticeMinutes: number
  bookingWindowDays: number
}

/** Appointments and time off, in epoch minutes. */
export type Busy = readonly Interval[]

/** How long a visit takes the chair: the work itself, and the minutes until the chair is ready again. */
export type Need = { durationMin: number; bufferMin: number }

export type OfferedService = Need & { id: string; name: string; priceCents: number }

/** One or several services taken in one go. */
export type Visit = Need & { name: string; priceCents: number; services: readonly OfferedService[] }

/** The chair is made ready once, at the end: for as long as the service that leaves the most behind. */
export function toVisit(services: readonly OfferedService[], combinations: readonly ServiceCombination[]): Visit {
  const bufferMin = Math.max(...services.map((service) => service.bufferMin))
  return { ...combineServices(services, combinations), bufferMin, services }
}

/** When the barber is free, in epoch minutes, around one day; `earliest` is the first minute that may still be booked. */
export function freeIntervals(schedule: WorkingWeek, line: LocalDay, busy: Busy, earliest: number): Interval[] {
  const working = union(workingLine(schedule, line).map(([start, end]) => [line.toEpoch(start), line.toEpoch(end)]))
  const future = intersect(working, [[earliest, Number.MAX_SAFE_INTEGER]])
  return subtract(future, busy)
}

/**
 * The same, seen by somebody who leaves a chair to make ready: he must be done that much before whatever comes next. The shop
 * may close meanwhile, or a break begin.
 */
export function withBuffer(busy: Busy, bufferMin: number): Busy {
  return bufferMin === 0 ? busy : union(busy.map(([start, end]) => [start - bufferMin, end]))
}

/** The first minute that the shop's notice still lets anybody book. */
export function earliestStart(schedule: Schedule, now: Date): number {
  return Math.ceil((now.getTime() / 1000 + schedule.minimumNoticeMinutes * 60) / 60)
}

/**
 * The starts on one day, in minutes since its midnight: on the shop's grid, inside the booking window, each free for the whole
 * visit. The one function that lists and checks: what it lists can be booked, and nothing else can.
 */
export function listSlots(schedule: Schedule, date: string, need: Need, busy: Busy, now: Date): number[] {
  if (!isInWindow(schedule, date, now)) return []
  const line = localDay(date, schedule.timeZone)
  const free = freeIntervals(schedule, line, withBuffer(busy, need.bufferMin), earliestStart(schedule, now))
  const slots: number[] = []
  for (let minute = 0, i = 0; minute < DAY && i < free.length; minute += schedule.gridMinutes) {
    if (!line.hasMinute(minute)) continue
    const start = line.toEpoch(minute)
    while (i < free.length && (free[i] as Interval)[1] < start + need.durationMin) i++
    const range = free[i]
    if (range && range[0] <= start) slots.push(minute)
  }
  return slots
}

export function isBookable(schedule: Schedule, start: Date, need: Need, busy: Busy, now: Date): boolean {
  if (start.getTime() % 60_000 !== 0) return false
  const epochMinute = toEpochMinute(start)
  const { date, minute } = toLocal(epochMinute, schedule.timeZone)
  // The second 23:30 of a summer-time end reads like the first and is not offered.
  if (localDay(date, schedule.timeZone).toEpoch(minute) !== epochMinute) return false
  return listSlots(schedule, date, need, busy, now).includes(minute)
}

/** Up to the last day that the shop opens its book for, in its zone; the past is cut off by `earliestStart`. */
export function isInWindow(schedule: Schedule, date: string, now: Date): boolean {
  const today = toLocal(toEpochMinute(now), schedule.timeZone).date
  return date <= addDays(today, schedule.bookingWindowDays)
}

/** No opening starts or runs on that day, as opposed to one whose times are all taken. */
export function isClosedOn(schedule: Schedule, date: string): boolean {
  return intersect(workingLine(schedule, localDay(date, schedule.timeZone)), [[0, DAY]]).length === 0
}
