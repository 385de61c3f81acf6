import type { Barbershop, BarbershopCard, WorkingHour } from '@na-regua/contract/barbershops'
import { type Interval, union } from '../../lib/intervals.ts'
import { formatMinute, toEpochMinute, toLocal, weekdayOf } from '../../lib/local-time.ts'
import { distanceKm, type Position } from '../../lib/sphere.ts'
import type { CardRow, ShopRow } from './queries.ts'

/** One opening of a weekday, in minutes since its midnight on the shop's wall; past midnight goes beyond 1440. */
export type OpeningHours = readonly [dayOfWeek: number, opens: number, closes: number]

export type WallTime = { weekday: number; minute: number }
export type Opening = { isOpen: boolean; openUntil: string | null }

const DAY = 1440

/**
 * Whether a shop is open at a minute of its own wall, and until when. An opening belongs to the day on which it begins, and
 * openings that touch are one. In the hour that summer time repeats, the wall says the same twice and so does this.
 */
export function openingAt(hours: readonly OpeningHours[], { weekday, minute }: WallTime): Opening {
  const line = union(
    hours.flatMap(([day, opens, closes]): Interval[] => {
      // The days that can hold this minute or continue it: yesterday, today, tomorrow.
      const distance = ((day - weekday + 8) % 7) - 1
      return distance > 1 ? [] : [[opens + distance * DAY, closes + distance * DAY]]
    }),
  )
  const current = line.find(([start, end]) => start <= minute && minute < end)
  if (!current) return { isOpen: false, openUntil: null }
  const [, end] = current
  // Someone who reads "até 09:00" at ten past nine would take it for closed: round the clock is told as all day.
  return { isOpen: true, openUntil: end - minute >= DAY ? '23:59' : formatMinute(end % DAY) }
}

const walls = new Map<string, WallTime & { epochMinute: number }>()

/** What the clock on a wall of that zone shows. Computed once a minute and zone, not once a shop. */
export function wallTimeAt(now: Date, timeZone: string): WallTime {
  const epochMinute = toEpochMinute(now)
  const known = walls.get(timeZone)
  if (known?.epochMinute === epochMinute) return known
  const { date, minute } = toLocal(epochMinute, timeZone)
  const wall = { epochMinute, weekday: weekdayOf(date), minute }
  walls.set(timeZone, wall)
  return wall
}

export function toCard(row: CardRow, now: Date, here?: Position): BarbershopCard {
  const { hours, ...card } = row
  const { isOpen, openUntil } = openingAt(hours, wallTimeAt(now, row.timeZone))
  return {
    ...card,
    averageRating: row.averageRating === null ? null : Math.round(row.averageRating * 100) / 100,
    is_open: isOpen,
    openUntil,
    // To the millimetre: more digits are noise.
    distance_in_km: here ? Math.round(distanceKm(here, row) * 1e6) / 1e6 : null,
  }
}

export function toBarbershop(row: ShopRow, now: Date, here?: Position): Barbershop {
  return { ...row, ...toCard(row, now, here), workingHours: toWorkingHours(row.hours) }
}

/** A line for each opening and one for each closed day, Sunday first. */
function toWorkingHours(hours: readonly OpeningHours[]): WorkingHour[] {
  const byDay = Map.groupBy(hours, ([day]) => day)
  return [0, 1, 2, 3, 4, 5, 6].flatMap((dayOfWeek): WorkingHour[] => {
    const openings = byDay.get(dayOfWeek)?.toSorted((a, b) => a[1] - b[1])
    if (!openings) {
      return [{ id: `${dayOfWeek}-closed`, dayOfWeek, openTime: '09:00', closeTime: '18:00', isClosed: true }]
    }
    return openings.map(([, opens, closes]) => ({
      id: `${dayOfWeek}-${opens}`,
      dayOfWeek,
      openTime: formatMinute(opens),
      closeTime: formatMinute(closes % DAY),
      isClosed: false,
    }))
  })
}
