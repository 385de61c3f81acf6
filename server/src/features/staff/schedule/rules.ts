import { type Interval, intersect, subtract, union } from '../../../lib/intervals.ts'
import { addDays, type DayLine, dayLine, toEpochMinute, toLocal, weekdayOf } from '../../../lib/local-time.ts'

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

/** When a barber works in a shop, every week. */
export type WorkingWeek = {
  shopHours: Week
  /** Undefined: whenever the shop is open. */
  barberHours: Week | undefined
  breaks: Week
}

/** Minutes of the day's line when the barber works, before appointments: shop hours ∩ barber hours − breaks. */
export function workingLine(week: WorkingWeek, line: DayLine): Interval[] {
  return subtract(presentLine(week, line.weekday), spread(week.breaks, line.weekday))
}

/** The same with the breaks in it: from coming to leaving. */
export function presentLine({ shopHours, barberHours }: Omit<WorkingWeek, 'breaks'>, weekday: number): Interval[] {
  const shop = spread(shopHours, weekday)
  return barberHours ? intersect(shop, spread(barberHours, weekday)) : shop
}

/** A weekday with its neighbours on one line, so that a night which runs past midnight is one stretch. */
export function spread(week: Week, weekday: number): Interval[] {
  return union(
    [-1, 0, 1].flatMap((offset) => {
      const openings = week[(weekday + offset + 7) % 7] ?? []
      return openings.map(([start, end]): Interval => [start + offset * DAY, end + offset * DAY])
    }),
  )
}

/** What of a day's line belongs to that day: a night that runs past midnight is still the day on which it began. */
export function shiftSpan(shopHours: Week, weekday: number): Interval {
  const closes = (day: number) => Math.max(DAY, ...(shopHours[day] ?? []).map(([, end]) => end))
  return [closes((weekday + 6) % 7) - DAY, closes(weekday)]
}

/** The day whose opening people mean by "today": at one in the morning of a night that still runs, yesterday. */
export function businessDate(shopHours: Week, timeZone: string, now: Date): string {
  const { date, minute } = toLocal(toEpochMinute(now), timeZone)
  return minute < shiftSpan(shopHours, weekdayOf(date))[0] ? addDays(date, -1) : date
}

/** Whether somebody who works this week, but for the time off, is there from `start` to `end`; both and `timeOff` in epoch minutes. */
export function isAtWork(
  week: WorkingWeek,
  timeZone: string,
  timeOff: readonly Interval[],
  [start, end]: Interval,
): boolean {
  const line = dayLine(toLocal(start, timeZone).date, timeZone)
  const working = union(workingLine(week, line).map(([from, to]) => [line.toEpoch(from), line.toEpoch(to)]))
  return subtract(working, union(timeOff)).some(([from, to]) => from <= start && end <= to)
}
