import { type Interval, intersect, subtract, union } from '../../lib/intervals.ts'
import { addDays, type LocalDay } from '../../lib/local-time.ts'
import { businessDaySpan, type WorkingHours, workingIntervals } from '../staff/schedule/rules.ts'

const DAY = 1440
/** In minutes. A usual service fits into a block, and between two of them. */
const MIN_BLOCK = 30
const MIN_GAP = 90

/** Percent of each barber's working time, up to 50, that is reserved for walk-ins on these weekdays (0 is Sunday). */
export type WalkInShare = { percent: number; weekdays: readonly number[] }

/** Null: customers can book the whole working time. */
type SharedSchedule = WorkingHours & { gridMinutes: number; walkInShare: WalkInShare | null }

const bookableWeekdays = new WeakMap<SharedSchedule, (readonly Interval[])[]>()

/**
 * The working minutes of a local day that customers can book: all but the blocks reserved for walk-ins, which only staff can use. They
 * follow from the schedule and the share alone, whatever is booked, so that a list and the check of a booking agree. Cached as
 * `workingIntervals` are.
 */
export function bookableIntervals(schedule: SharedSchedule, day: LocalDay): readonly Interval[] {
  const working = workingIntervals(schedule, day)
  if (!schedule.walkInShare) return working
  if (schedule.specialDates.size > 0) return subtract(working, listReservedBlocks(schedule, day))
  const known = bookableWeekdays.get(schedule) ?? []
  if (known.length === 0) bookableWeekdays.set(schedule, known)
  known[day.weekday] ??= subtract(working, listReservedBlocks(schedule, day))
  return known[day.weekday] as readonly Interval[]
}

/** In minutes since the midnight of the day; with those of the days around it, as `workingIntervals` has them. */
export function listReservedBlocks(schedule: SharedSchedule, day: LocalDay): readonly Interval[] {
  const { walkInShare: share, gridMinutes } = schedule
  if (!share) return []
  const working = workingIntervals(schedule, day)
  const blocks = [-1, 0, 1].flatMap((offset) => {
    if (!share.weekdays.includes((day.weekday + offset + 7) % 7)) return []
    // A night past midnight belongs to the day on which it began, as in the queue.
    const [from, to] = businessDaySpan(schedule, addDays(day.date, offset))
    const ofDay = intersect(working, [[from + offset * DAY, to + offset * DAY]])
    return spreadBlocks(ofDay, share.percent, gridMinutes)
  })
  return union(blocks)
}

/** Equal blocks in the middle of equal parts of the working time. Together they are the share, rounded to the grid. */
function spreadBlocks(working: readonly Interval[], percent: number, grid: number): Interval[] {
  const total = working.reduce((sum, [start, end]) => sum + end - start, 0)
  const reserved = (total * percent) / 100
  const shortest = Math.max(MIN_BLOCK, grid)
  if (reserved < shortest / 2) return []
  const count = Math.max(1, Math.floor(Math.min(reserved / shortest, (total - reserved) / MIN_GAP)))
  const toGrid = (minutes: number) => Math.round(minutes / grid) * grid
  return Array.from({ length: count }, (_, index) => {
    const length = toGrid((reserved * (index + 1)) / count) - toGrid((reserved * index) / count)
    const start = toGrid((total * (index + 0.5)) / count - length / 2)
    return sliceWorkingTime(working, [start, start + length])
  }).flatMap((parts) => parts.map(([start, end]): Interval => [floor(start, grid), floor(end, grid)]))
}

const floor = (minute: number, grid: number) => Math.floor(minute / grid) * grid

/** The minutes of the day of a span of working time, in which breaks do not count. */
function sliceWorkingTime(working: readonly Interval[], [from, to]: Interval): Interval[] {
  const parts: Interval[] = []
  let worked = 0
  for (const [start, end] of working) {
    const first = Math.max(start, start + from - worked)
    const last = Math.min(end, start + to - worked)
    if (first < last) parts.push([first, last])
    worked += end - start
  }
  return parts
}
