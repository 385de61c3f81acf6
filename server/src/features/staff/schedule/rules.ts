import { type Interval, intersect, subtract, union } from '../../../lib/intervals.ts'
import { addDays, type LocalDay, localDay, toEpochMinute, toLocal, weekdayOf } from '../../../lib/local-time.ts'

const DAY = 1440

/** Openings by weekday (0 = Sunday) in minutes since its midnight; past midnight goes beyond 1440. */
export type Week = readonly (readonly Interval[])[]

/** One stretch of a week, as the base keeps it. */
export type WeekRow = readonly [dayOfWeek: number, start: number, end: number]

export function toWeek(rows: readonly WeekRow[]): Week {
  const week: Interval[][] = [[], [], [], [], [], [], []]
  for (const [day, start, end] of rows) week[day]?.push([start, end])
  return week
}

/** What a day has instead of its weekday's openings, by date; nothing when the shop is closed. */
export type SpecialDays = ReadonlyMap<string, readonly Interval[]>

/** Null minutes: closed. */
export type SpecialRow = readonly [date: string, start: number | null, end: number | null]

const noSpecialDays: SpecialDays = new Map()

export function toSpecialDays(rows: readonly SpecialRow[]): SpecialDays {
  if (rows.length === 0) return noSpecialDays
  const days = new Map<string, Interval[]>()
  for (const [date, start, end] of rows) {
    const openings = days.get(date) ?? []
    days.set(date, start === null || end === null ? openings : [...openings, [start, end]])
  }
  return days
}

/** When a shop opens: every week, and on the days that break it. */
export type ShopOpenings = { shopHours: Week; specialDays: SpecialDays }

/** Openings that begin on that day. */
export function openingsOn({ shopHours, specialDays }: ShopOpenings, date: string): readonly Interval[] {
  return specialDays.get(date) ?? shopHours[weekdayOf(date)] ?? []
}

/** When a barber works in a shop. */
export type WorkingWeek = ShopOpenings & {
  /** Undefined: whenever the shop is open. */
  barberHours: Week | undefined
  breaks: Week
}

/** Minutes of the day's line when the barber works, before appointments: shop hours ∩ barber hours − breaks. */
export function workingLine(week: WorkingWeek, line: LocalDay): Interval[] {
  return subtract(presentLine(week, line), spread(week.breaks, line.weekday))
}

/** The same with the breaks in it: from coming to leaving. */
export function presentLine(
  { barberHours, ...shop }: Omit<WorkingWeek, 'breaks'>,
  line: LocalDay,
): readonly Interval[] {
  const open = spreadShop(shop, line)
  return barberHours ? intersect(open, spread(barberHours, line.weekday)) : open
}

function spreadShop(shop: ShopOpenings, { date, weekday }: LocalDay): readonly Interval[] {
  // Weekdays are the rule, and cost no arithmetic of dates.
  if (shop.specialDays.size === 0) return spread(shop.shopHours, weekday)
  return union([-1, 0, 1].flatMap((offset) => shift(openingsOn(shop, addDays(date, offset)), offset)))
}

function shift(openings: readonly Interval[], days: number): Interval[] {
  return openings.map(([start, end]) => [start + days * DAY, end + days * DAY])
}

const spreads = new WeakMap<Week, (readonly Interval[])[]>()

/** A weekday with its neighbours on one line, so that a night which runs past midnight is one stretch. A month asks for each four times. */
export function spread(week: Week, weekday: number): readonly Interval[] {
  const known = spreads.get(week) ?? []
  if (known.length === 0) spreads.set(week, known)
  known[weekday] ??= union([-1, 0, 1].flatMap((offset) => shift(week[(weekday + offset + 7) % 7] ?? [], offset)))
  return known[weekday]
}

/** What of a day's line belongs to that day: a night that runs past midnight is still the day on which it began. */
export function shiftSpan(shop: ShopOpenings, date: string): Interval {
  const closes = (day: string) => Math.max(DAY, ...openingsOn(shop, day).map(([, end]) => end))
  return [closes(addDays(date, -1)) - DAY, closes(date)]
}

/** The day whose opening people mean by "today": at one in the morning of a night that still runs, yesterday. */
export function businessDate(shop: ShopOpenings, timeZone: string, now: Date): string {
  const { date, minute } = toLocal(toEpochMinute(now), timeZone)
  return minute < shiftSpan(shop, date)[0] ? addDays(date, -1) : date
}

/** Whether somebody who works this week, but for the time off, is there from `start` to `end`; both and `timeOff` in epoch minutes. */
export function isAtWork(
  week: WorkingWeek,
  timeZone: string,
  timeOff: readonly Interval[],
  [start, end]: Interval,
): boolean {
  const line = localDay(toLocal(start, timeZone).date, timeZone)
  const working = union(workingLine(week, line).map(([from, to]) => [line.toEpoch(from), line.toEpoch(to)]))
  return subtract(working, union(timeOff)).some(([from, to]) => from <= start && end <= to)
}
