import { type BarbershopSlotsToday, LOOK_AHEAD_DAYS } from '@na-regua/contract/availability'
import type { Database } from '../../../lib/database.ts'
import { type Interval, intersect, union } from '../../../lib/intervals.ts'
import { addDays, fromEpochMinute, type LocalDay, localDay, toEpochMinute } from '../../../lib/local-time.ts'
import {
  type BarbershopSchedules,
  type BookableBarber,
  listBarbershopSchedules,
  loadBusyIntervals,
  requireFirstService,
} from '../../availability/queries.ts'
import {
  type BusyIntervals,
  computeEarliestStart,
  extendByBuffer,
  type FindRequiredTime,
  isInBookingWindow,
  listBookableIntervals,
  type RequiredTime,
} from '../../availability/rules.ts'
import { type BarbershopOpenings, businessDate, openingsOn } from '../../staff/schedule/rules.ts'

/**
 * The bookable ranges of each barbershop on one day, its own "today" without a date, for the ruler on its card. Two statements
 * however many barbershops.
 */
export async function listSlotsToday(
  db: Database,
  barbershopIds: string[],
  date: string | undefined,
  now: Date,
): Promise<BarbershopSlotsToday[]> {
  const shops = await listBarbershopSchedules(db, barbershopIds)
  const barbers = shops.flatMap((shop) => shop.barbers)
  const getBusy = await loadBusyIntervals(db, barbers, { ...spanOfToday(date, now), now })
  return shops.map((shop) => computeSlotsToday(shop, { date, require: requireFirstService(shop), getBusy }, now))
}

/** What may block a slot of that day in any time zone, in epoch minutes. */
export function spanOfToday(date: string | undefined, now: Date): { from: number; to: number } {
  const from = date ? localDay(date, 'UTC').toEpoch(-1440) : toEpochMinute(now) - 2 * 1440
  return { from, to: from + 5 * 1440 }
}

/** `require`: the service that the slots are for, as each barber provides it. */
type SlotsTodayParams = {
  date: string | undefined
  require: FindRequiredTime
  getBusy: (barber: BookableBarber) => BusyIntervals
}

/** Without a date on the current business day. */
export function computeSlotsToday(
  { id, timeZone, barbers, firstService: _, ...shop }: BarbershopSchedules,
  { date, require, getBusy }: SlotsTodayParams,
  now: Date,
): BarbershopSlotsToday {
  const day = localDay(date ?? businessDate(shop, timeZone, now), timeZone)
  const openings = openingsOn(shop, day.date)
  const next = findNextOpening({ ...shop, timeZone }, day, now)
  const shown = { id, timeZone, date: day.date }
  if (openings.length === 0) return { ...shown, opens: null, closes: null, free: [], nextFreeAt: null, ...next }
  const opens = Math.min(...openings.map(([start]) => start))
  const closes = Math.max(...openings.map(([, end]) => end))
  const free = union(
    barbers.flatMap((barber) => {
      const required = require(barber)
      if (!required || !isInBookingWindow(barber, day.date, now)) return []
      return listBookableRanges(barber, { day, required, opening: [opens, closes], now }, getBusy(barber))
    }),
  )
  return {
    ...shown,
    opens,
    closes,
    free: free.map(([start, end]) => [start, end]),
    nextFreeAt: free[0] ? fromEpochMinute(day.toEpoch(free[0][0])).toISOString() : null,
    ...next,
  }
}

/** From now on, or from the beginning of a later day. */
function findNextOpening(
  { timeZone, ...openings }: BarbershopOpenings & { timeZone: string },
  today: LocalDay,
  now: Date,
): Pick<BarbershopSlotsToday, 'isOver' | 'nextOpensAt'> {
  const from = Math.max(toEpochMinute(now), today.toEpoch(0))
  const listOn = (day: LocalDay) =>
    openingsOn(openings, day.date).map(([start, end]): Interval => [day.toEpoch(start), day.toEpoch(end)])
  const ofToday = listOn(today)
  const isOver = ofToday.every(([, end]) => end <= from)
  if (ofToday.some(([start, end]) => start <= from && from < end)) return { isOver, nextOpensAt: null }
  for (let days = 0; days <= LOOK_AHEAD_DAYS; days++) {
    const starts = listOn(localDay(addDays(today.date, days), timeZone)).map(([start]) => start)
    const next = Math.min(...starts.filter((start) => start > from))
    if (Number.isFinite(next)) return { isOver, nextOpensAt: fromEpochMinute(next).toISOString() }
  }
  return { isOver, nextOpensAt: null }
}

type RangesParams = { day: LocalDay; required: RequiredTime; opening: Interval; now: Date }

/** Ranges of the day, from the first start on the grid, in which the barber can take at least the required time. */
function listBookableRanges(
  barber: BookableBarber,
  { day, required, opening, now }: RangesParams,
  busy: BusyIntervals,
): Interval[] {
  const { gridMinutes } = barber
  const midnight = day.toEpoch(0)
  const blocked = extendByBuffer(busy, required.bufferMin)
  const free = listBookableIntervals(barber, day, blocked, computeEarliestStart(barber, now))
  const freeToday = intersect(
    free.map(([start, end]) => [start - midnight, end - midnight]),
    [opening],
  )
  return freeToday.flatMap(([start, end]): Interval[] => {
    const first = Math.ceil(start / gridMinutes) * gridMinutes
    return end - first >= required.durationMin ? [[first, end]] : []
  })
}
