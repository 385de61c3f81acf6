import type { BarbershopSlotsToday } from '@na-regua/contract/availability'
import type { Database } from '../../lib/database.ts'
import { type Interval, intersect, union } from '../../lib/intervals.ts'
import { fromEpochMinute, type LocalDay, localDay, toEpochMinute } from '../../lib/local-time.ts'
import { businessDate, openingsOn } from '../staff/schedule/rules.ts'
import { type BarberSchedule, listBusy, listShopSchedules, type ShopSchedules } from './queries.ts'
import { type Busy, earliestStart, freeIntervals, isInWindow, withBuffer } from './rules.ts'

/** Free time of each shop on one day (its own "today" without a date), for the ruler on its card. Two statements in all. */
export async function listSlotsToday(db: Database, barbershopIds: string[], date: string | undefined, now: Date) {
  const shops = await listShopSchedules(db, barbershopIds)
  const chairs = shops.flatMap((shop) => shop.chairs)
  const minute = toEpochMinute(now)
  const from = date ? localDay(date, 'UTC').toEpoch(-1440) : minute - 2 * 1440
  const busyOf = await listBusy(db, chairs, { from, to: from + 5 * 1440, now })
  return shops.map((shop) => freeTimesOf(shop, date, busyOf, now))
}

/** Which of the shops still have a bookable start today. */
export async function listBarbershopsFreeToday(db: Database, barbershopIds: string[], now: Date): Promise<Set<string>> {
  const freeTimes = await listSlotsToday(db, barbershopIds, undefined, now)
  return new Set(freeTimes.filter(({ nextFreeAt }) => nextFreeAt).map(({ id }) => id))
}

function freeTimesOf(
  { id, timeZone, chairs, ...shop }: ShopSchedules,
  asked: string | undefined,
  busyOf: (chair: BarberSchedule) => Busy,
  now: Date,
): BarbershopSlotsToday {
  const line = localDay(asked ?? businessDate(shop, timeZone, now), timeZone)
  const openings = openingsOn(shop, line.date)
  if (openings.length === 0) return { id, timeZone, opens: null, closes: null, free: [], nextFreeAt: null }
  const opens = Math.min(...openings.map(([start]) => start))
  const closes = Math.max(...openings.map(([, end]) => end))
  const bookable = chairs.flatMap((chair) => bookableRanges(chair, line, [opens, closes], busyOf(chair), now))
  const free = union(bookable)
  const next = free[0] && fromEpochMinute(line.toEpoch(free[0][0])).toISOString()
  return {
    id,
    timeZone,
    opens,
    closes,
    free: free.map(([start, end]) => [start, end]),
    nextFreeAt: next ?? null,
  }
}

/** Stretches of the shop's day in which one barber can take at least the shop's shortest service, from the first start on the grid. */
function bookableRanges(chair: BarberSchedule, line: LocalDay, open: Interval, busy: Busy, now: Date): Interval[] {
  const { shortest, gridMinutes } = chair
  if (!shortest || !isInWindow(chair, line.date, now)) return []
  const midnight = line.toEpoch(0)
  const free = freeIntervals(chair, line, withBuffer(busy, shortest.bufferMin), earliestStart(chair, now))
  const ofDay = intersect(
    free.map(([start, end]) => [start - midnight, end - midnight]),
    [open],
  )
  return ofDay.flatMap(([start, end]): Interval[] => {
    const first = Math.ceil(start / gridMinutes) * gridMinutes
    return end - first >= shortest.durationMin ? [[first, end]] : []
  })
}
