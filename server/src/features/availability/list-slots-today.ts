import type { BarbershopSlotsToday } from '@na-regua/contract/availability'
import type { Database } from '../../lib/database.ts'
import { type Interval, intersect, union } from '../../lib/intervals.ts'
import { fromEpochMinute, type LocalDay, localDay, toEpochMinute } from '../../lib/local-time.ts'
import { businessDate, openingsOn } from '../staff/schedule/rules.ts'
import { type BarbershopSchedules, type BookableBarber, listBarbershopSchedules, loadBusyIntervals } from './queries.ts'
import {
  type BusyIntervals,
  computeEarliestStart,
  extendByBuffer,
  isInBookingWindow,
  listFreeIntervals,
} from './rules.ts'

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
  const from = date ? localDay(date, 'UTC').toEpoch(-1440) : toEpochMinute(now) - 2 * 1440
  const getBusy = await loadBusyIntervals(db, barbers, { from, to: from + 5 * 1440, now })
  return shops.map((shop) => computeSlotsToday(shop, date, getBusy, now))
}

/** Which of the barbershops still have a slot today. */
export async function listBarbershopsWithSlotsToday(
  db: Database,
  barbershopIds: string[],
  now: Date,
): Promise<Set<string>> {
  const shops = await listSlotsToday(db, barbershopIds, undefined, now)
  return new Set(shops.filter(({ nextFreeAt }) => nextFreeAt).map(({ id }) => id))
}

function computeSlotsToday(
  { id, timeZone, barbers, ...shop }: BarbershopSchedules,
  date: string | undefined,
  getBusy: (barber: BookableBarber) => BusyIntervals,
  now: Date,
): BarbershopSlotsToday {
  const day = localDay(date ?? businessDate(shop, timeZone, now), timeZone)
  const openings = openingsOn(shop, day.date)
  if (openings.length === 0) return { id, timeZone, opens: null, closes: null, free: [], nextFreeAt: null }
  const opens = Math.min(...openings.map(([start]) => start))
  const closes = Math.max(...openings.map(([, end]) => end))
  const free = union(
    barbers.flatMap((barber) => listBookableRanges(barber, day, [opens, closes], getBusy(barber), now)),
  )
  return {
    id,
    timeZone,
    opens,
    closes,
    free: free.map(([start, end]) => [start, end]),
    nextFreeAt: free[0] ? fromEpochMinute(day.toEpoch(free[0][0])).toISOString() : null,
  }
}

/** Ranges of the day, from the first start on the grid, in which the barber can take at least the barbershop's shortest service. */
function listBookableRanges(
  barber: BookableBarber,
  day: LocalDay,
  opening: Interval,
  busy: BusyIntervals,
  now: Date,
): Interval[] {
  const { shortestService, gridMinutes } = barber
  if (!shortestService || !isInBookingWindow(barber, day.date, now)) return []
  const midnight = day.toEpoch(0)
  const blocked = extendByBuffer(busy, shortestService.bufferMin)
  const free = listFreeIntervals(barber, day, blocked, computeEarliestStart(barber, now))
  const freeToday = intersect(
    free.map(([start, end]) => [start - midnight, end - midnight]),
    [opening],
  )
  return freeToday.flatMap(([start, end]): Interval[] => {
    const first = Math.ceil(start / gridMinutes) * gridMinutes
    return end - first >= shortestService.durationMin ? [[first, end]] : []
  })
}
