import type { Random } from './random.ts'

/** Opening hours of a weekday (0 = Sunday) in minutes since its midnight; beyond 1440 is past midnight. */
export type Opening = { day_of_week: number; opens_minute: number; closes_minute: number }

type Interval = readonly [from: number, to: number]

const minutes = (hour: number, minute = 0) => hour * 60 + minute
const closed: readonly Interval[] = []
const weekOf = (
  sunday: readonly Interval[],
  monday: readonly Interval[],
  middle: readonly Interval[],
  friday: readonly Interval[],
  saturday: readonly Interval[],
) => [sunday, monday, middle, middle, middle, friday, saturday] as const

function usual(open: number, close: number) {
  const day: Interval[] = [[minutes(open), minutes(close)]]
  return weekOf(closed, day, day, day, [[minutes(open - 1), minutes(close - 2)]])
}

function closedOnMonday(open: number, close: number) {
  const day: Interval[] = [[minutes(open), minutes(close)]]
  return weekOf(closed, closed, day, day, day)
}

function twoShifts() {
  const day: Interval[] = [
    [minutes(8, 30), minutes(12)],
    [minutes(13, 30), minutes(19)],
  ]
  return weekOf(closed, day, day, day, [[minutes(8), minutes(14)]])
}

function untilLate() {
  const long: Interval[] = [[minutes(13), minutes(26)]]
  return weekOf(closed, closed, [[minutes(14), minutes(24)]], long, long)
}

function everyDay(open: number, close: number) {
  const day: Interval[] = [[minutes(open), minutes(close)]]
  return weekOf([[minutes(open), minutes(open + 6)]], day, day, day, day)
}

function sundayMorning() {
  const day: Interval[] = [[minutes(9), minutes(20)]]
  return weekOf([[minutes(8), minutes(13)]], closed, day, day, day)
}

/** Open on every day, so that the showcase always has slots. */
export const showcaseHours = toOpenings(everyDay(8, 21))

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

function toOpenings(days: readonly (readonly Interval[])[]): Opening[] {
  return days.flatMap((intervals, day_of_week) =>
    intervals.map(([opens_minute, closes_minute]) => ({ day_of_week, opens_minute, closes_minute })),
  )
}
