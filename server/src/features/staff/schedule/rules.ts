import { type Interval, intersect, subtract, union } from '../../../lib/intervals.ts'
import { addDays, type LocalDay, localDay, toEpochMinute, toLocal, weekdayOf } from '../../../lib/local-time.ts'

const DAY = 1440

/** Openings by weekday (0 = Sunday) in minutes since its midnight; past midnight goes beyond 1440. */
export type WeeklyIntervals = readonly (readonly Interval[])[]

/** One row of weekly hours or breaks. */
export type WeeklyRow = readonly [dayOfWeek: number, start: number, end: number]

export function toWeeklyIntervals(rows: readonly WeeklyRow[]): WeeklyIntervals {
  const week: Interval[][] = [[], [], [], [], [], [], []]
  for (const [day, start, end] of rows) week[day]?.push([start, end])
  return week
}

/** The openings that replace those of the weekday, by date; an empty list means closed. */
export type SpecialDates = ReadonlyMap<string, readonly Interval[]>

/** Null minutes: closed. */
export type SpecialDateRow = readonly [date: string, start: number | null, end: number | null]

const noSpecialDates: SpecialDates = new Map()

export function toSpecialDates(rows: readonly SpecialDateRow[]): SpecialDates {
  if (rows.length === 0) return noSpecialDates
  const days = new Map<string, Interval[]>()
  for (const [date, start, end] of rows) {
    const openings = days.get(date) ?? []
    days.set(date, start === null || end === null ? openings : [...openings, [start, end]])
  }
  return days
}

/** When a barbershop opens: every week, and on special dates. */
export type BarbershopOpenings = { shopHours: WeeklyIntervals; specialDates: SpecialDates }

/** Openings that begin on that date. */
export function openingsOn({ shopHours, specialDates }: BarbershopOpenings, date: string): readonly Interval[] {
  return specialDates.get(date) ?? shopHours[weekdayOf(date)] ?? []
}

/** When a barber works in a barbershop. */
export type WorkingHours = BarbershopOpenings & {
  /** Undefined: whenever the shop is open. */
  barberHours: WeeklyIntervals | undefined
  breaks: WeeklyIntervals
}

const workingWeekdays = new WeakMap<WorkingHours, (readonly Interval[])[]>()

/**
 * Working minutes of a local day, before appointments: opening hours ∩ barber hours − breaks. Cached by weekday while there are no
 * special dates: a schedule that stays in memory is read for thousands of days.
 */
export function workingIntervals(week: WorkingHours, line: LocalDay): readonly Interval[] {
  if (week.specialDates.size > 0) return computeWorkingIntervals(week, line)
  const known = workingWeekdays.get(week) ?? []
  if (known.length === 0) workingWeekdays.set(week, known)
  known[line.weekday] ??= computeWorkingIntervals(week, line)
  return known[line.weekday] as readonly Interval[]
}

function computeWorkingIntervals(week: WorkingHours, line: LocalDay): readonly Interval[] {
  return subtract(presentIntervals(week, line), unrollWeekday(week.breaks, line.weekday))
}

/** The same with the breaks included. */
export function presentIntervals(
  { barberHours, ...shop }: Omit<WorkingHours, 'breaks'>,
  line: LocalDay,
): readonly Interval[] {
  const open = unrollOpenings(shop, line)
  return barberHours ? intersect(open, unrollWeekday(barberHours, line.weekday)) : open
}

function unrollOpenings(shop: BarbershopOpenings, { date, weekday }: LocalDay): readonly Interval[] {
  // The common case needs no date arithmetic.
  if (shop.specialDates.size === 0) return unrollWeekday(shop.shopHours, weekday)
  return union([-1, 0, 1].flatMap((offset) => shift(openingsOn(shop, addDays(date, offset)), offset)))
}

function shift(openings: readonly Interval[], days: number): Interval[] {
  return openings.map(([start, end]) => [start + days * DAY, end + days * DAY])
}

const unrolledWeekdays = new WeakMap<WeeklyIntervals, (readonly Interval[])[]>()

/** A weekday with both neighbours as one list of intervals, so that a night past midnight is one interval. Cached: a month needs each four times. */
export function unrollWeekday(week: WeeklyIntervals, weekday: number): readonly Interval[] {
  const known = unrolledWeekdays.get(week) ?? []
  if (known.length === 0) unrolledWeekdays.set(week, known)
  known[weekday] ??= union([-1, 0, 1].flatMap((offset) => shift(week[(weekday + offset + 7) % 7] ?? [], offset)))
  return known[weekday]
}

/** The minutes that belong to a business day: a night past midnight belongs to the day on which it began (decision 03). */
export function businessDaySpan(shop: BarbershopOpenings, date: string): Interval {
  const closes = (day: string) => Math.max(DAY, ...openingsOn(shop, day).map(([, end]) => end))
  return [closes(addDays(date, -1)) - DAY, closes(date)]
}

/** The current business day: at one in the morning of a night that is still open, yesterday. */
export function businessDate(shop: BarbershopOpenings, timeZone: string, now: Date): string {
  const { date, minute } = toLocal(toEpochMinute(now), timeZone)
  return minute < businessDaySpan(shop, date)[0] ? addDays(date, -1) : date
}

/** Whether a barber with these hours and time off works from `start` to `end`; all in epoch minutes. */
export function isAtWork(
  week: WorkingHours,
  timeZone: string,
  timeOff: readonly Interval[],
  [start, end]: Interval,
): boolean {
  const line = localDay(toLocal(start, timeZone).date, timeZone)
  const working = union(workingIntervals(week, line).map(([from, to]) => [line.toEpoch(from), line.toEpoch(to)]))
  return subtract(working, union(timeOff)).some(([from, to]) => from <= start && end <= to)
}
