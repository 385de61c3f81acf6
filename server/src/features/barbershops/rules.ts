import type { Barbershop, BarbershopCard, SpecialDate, WorkingHour } from '@na-regua/contract/barbershops'
import { type Interval, union } from '../../lib/intervals.ts'
import { addDays, formatMinute, toEpochMinute, toLocal, weekdayOf } from '../../lib/local-time.ts'
import { distanceKm, type Position } from '../../lib/sphere.ts'
import type { CardRow, ShopRow, SpecialRow } from './queries.ts'

/** One opening of a weekday, in minutes since its midnight on the shop's wall; past midnight goes beyond 1440. */
export type OpeningHours = readonly [dayOfWeek: number, opens: number, closes: number]

export type WallTime = { date: string; weekday: number; minute: number }
export type Opening = { isOpen: boolean; openUntil: string | null }

const DAY = 1440

/**
 * Whether a shop is open at a minute of its own wall, and until when. An opening belongs to the day on which it begins, and
 * openings that touch are one. In the hour that summer time repeats, the wall says the same twice and so does this.
 */
export function openingAt(
  hours: readonly OpeningHours[],
  { date, weekday, minute }: WallTime,
  specialDays: readonly SpecialRow[] = [],
): Opening {
  // The days that can hold this minute or continue it: yesterday, today, tomorrow.
  const line = union(
    [-1, 0, 1].flatMap((offset) => {
      const special = specialDays.length > 0 && openingsOf(specialDays, addDays(date, offset))
      const openings = special || openingsOn(hours, (weekday + offset + 7) % 7)
      return openings.map(([opens, closes]): Interval => [opens + offset * DAY, closes + offset * DAY])
    }),
  )
  const current = line.find(([start, end]) => start <= minute && minute < end)
  if (!current) return { isOpen: false, openUntil: null }
  const [, end] = current
  // Someone who reads "até 09:00" at ten past nine would take it for closed: round the clock is told as all day.
  return { isOpen: true, openUntil: end - minute >= DAY ? '23:59' : formatMinute(end % DAY) }
}

function openingsOn(hours: readonly OpeningHours[], weekday: number): Interval[] {
  return hours.flatMap(([day, opens, closes]): Interval[] => (day === weekday ? [[opens, closes]] : []))
}

/** Undefined when that day is like any other of its weekday; an empty list when the shop is closed. */
function openingsOf(specialDays: readonly SpecialRow[], date: string): Interval[] | undefined {
  const rows = specialDays.filter(([day]) => day === date)
  if (rows.length === 0) return undefined
  return rows.flatMap(([, opens, closes]): Interval[] => (opens === null || closes === null ? [] : [[opens, closes]]))
}

/** What the clock on a wall of that zone shows. */
export function wallTimeAt(now: Date, timeZone: string): WallTime {
  const { date, minute } = toLocal(toEpochMinute(now), timeZone)
  return { date, weekday: weekdayOf(date), minute }
}

export function toCard(row: CardRow, now: Date, here?: Position): BarbershopCard {
  const { hours, specialDays, ...card } = row
  const { isOpen, openUntil } = openingAt(hours, wallTimeAt(now, row.timeZone), specialDays)
  return {
    ...card,
    averageRating: row.averageRating === null ? null : Math.round(row.averageRating * 100) / 100,
    is_open: isOpen,
    openUntil,
    distance_in_km: here ? toDistance(distanceKm(here, row)) : null,
  }
}

/** Kilometres to the millimetre: more digits are noise. */
export function toDistance(km: number): number {
  return Math.round(km * 1e6) / 1e6
}

export function toBarbershop(row: ShopRow, now: Date, here?: Position): Barbershop {
  const today = wallTimeAt(now, row.timeZone).date
  const specialDates = toSpecialDates(row.specialDays.filter(([date]) => date >= today))
  return { ...row, ...toCard(row, now, here), workingHours: toWorkingHours(row.hours), specialDates }
}

function toSpecialDates(rows: readonly SpecialRow[]): SpecialDate[] {
  return rows.map(([date, opens, closes, reason]) => ({
    date,
    openTime: opens === null ? null : formatMinute(opens),
    closeTime: closes === null ? null : formatMinute(closes % DAY),
    isClosed: opens === null,
    reason,
  }))
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
