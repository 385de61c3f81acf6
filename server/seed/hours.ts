import type { Random } from './random.ts'

/** An opening of a weekday (0 = Sunday) in minutes since its midnight; past midnight goes beyond 1440. */
export type Opening = { day_of_week: number; opens_minute: number; closes_minute: number }

type Interval = readonly [from: number, to: number]

const clock = (hour: number, minute = 0) => hour * 60 + minute
const closed: readonly Interval[] = []
const weekOf = (
  sunday: readonly Interval[],
  monday: readonly Interval[],
  middle: readonly Interval[],
  friday: readonly Interval[],
  saturday: readonly Interval[],
) => [sunday, monday, middle, middle, middle, friday, saturday] as const

function usual(open: number, close: number) {
  const day: Interval[] = [[clock(open), clock(close)]]
  return weekOf(closed, day, day, day, [[clock(open - 1), clock(close - 2)]])
}

function closedOnMonday(open: number, close: number) {
  const day: Interval[] = [[clock(open), clock(close)]]
  return weekOf(closed, closed, day, day, day)
}

function twoShifts() {
  const day: Interval[] = [
    [clock(8, 30), clock(12)],
    [clock(13, 30), clock(19)],
  ]
  return weekOf(closed, day, day, day, [[clock(8), clock(14)]])
}

function untilLate() {
  const long: Interval[] = [[clock(13), clock(26)]]
  return weekOf(closed, closed, [[clock(14), clock(24)]], long, long)
}

function everyDay(open: number, close: number) {
  const day: Interval[] = [[clock(open), clock(close)]]
  return weekOf([[clock(open), clock(open + 6)]], day, day, day, day)
}

function sundayMorning() {
  const day: Interval[] = [[clock(9), clock(20)]]
  return weekOf([[clock(8), clock(13)]], closed, day, day, day)
}

/** Opens at every hour of every day: what a visitor at any moment finds open, with a pause in the middle. */
export const longWeek = toOpenings(everyDay(8, 21))

const patterns = [
  [() => usual(9, 19), 5],
  [() => usual(8, 18), 3],
  [() => usual(10, 20), 3],
  [() => closedOnMonday(9, 19), 4],
  [() => closedOnMonday(10, 21), 3],
  [twoShifts, 4],
  [untilLate, 2],
  [() => everyDay(10, 22), 3],
  [sundayMorning, 3],
] as const

export function chooseHours(random: Random): Opening[] {
  return toOpenings(random.weighted(patterns)())
}

function toOpenings(week: readonly (readonly Interval[])[]): Opening[] {
  return week.flatMap((intervals, day_of_week) =>
    intervals.map(([opens_minute, closes_minute]) => ({ day_of_week, opens_minute, closes_minute })),
  )
}
