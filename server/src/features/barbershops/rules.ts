import type { Barbershop, BarbershopCard, SpecialDate, WorkingHour } from '@na-regua/contract/barbershops'
import { ApiError } from '@na-regua/contract/errors'
import type { WaitRange } from '@na-regua/contract/queue'
import { type Interval, union } from '../../lib/intervals.ts'
import { addDays, formatMinute, parseMinute, toEpochMinute, toLocal, weekdayOf } from '../../lib/local-time.ts'
import { distanceKm, type Position, toArc } from '../../lib/sphere.ts'
import type { BarbershopRow, CardRow, SpecialDateHours } from './queries.ts'

/** One opening of a weekday, in local minutes since its midnight; a closing past midnight is beyond 1440. */
export type OpeningRow = readonly [dayOfWeek: number, opens: number, closes: number]

export type LocalTime = { date: string; weekday: number; minute: number }
/** Local times of a date, in minutes since its midnight, the second one exclusive; without a date today. */
export type DaySpan = { date: string | undefined; from: number; until: number }
export type OpeningState = { isOpen: boolean; openUntil: string | null }

const DAY = 1440

/**
 * Whether a barbershop is open at a local minute, and until when. An opening belongs to the day on which it begins, and adjacent
 * openings are merged. When summer time ends, the result of the repeated hour is the same both times.
 */
export function computeOpening(
  hours: readonly OpeningRow[],
  { date, weekday, minute }: LocalTime,
  specialDates: readonly SpecialDateHours[] = [],
): OpeningState {
  // An opening of yesterday may still last, and one of tomorrow may continue this one.
  const openings = union(
    [-1, 0, 1].flatMap((offset) => {
      const special = specialDates.length > 0 && findSpecialOpenings(specialDates, addDays(date, offset))
      const ofDay = special || listWeekdayOpenings(hours, (weekday + offset + 7) % 7)
      return ofDay.map(([opens, closes]): Interval => [opens + offset * DAY, closes + offset * DAY])
    }),
  )
  const current = openings.find(([start, end]) => start <= minute && minute < end)
  if (!current) return { isOpen: false, openUntil: null }
  const [, end] = current
  // "até 09:00" at ten past nine would read as closed, so an opening of a day or more ends at 23:59.
  return { isOpen: true, openUntil: end - minute >= DAY ? '23:59' : formatMinute(end % DAY) }
}

function listWeekdayOpenings(hours: readonly OpeningRow[], weekday: number): Interval[] {
  return hours.flatMap(([day, opens, closes]): Interval[] => (day === weekday ? [[opens, closes]] : []))
}

/** Undefined when the date has the hours of its weekday, empty when the barbershop is closed. */
function findSpecialOpenings(specialDates: readonly SpecialDateHours[], date: string): Interval[] | undefined {
  const rows = specialDates.filter(([day]) => day === date)
  if (rows.length === 0) return undefined
  return rows.flatMap(([, opens, closes]): Interval[] => (opens === null || closes === null ? [] : [[opens, closes]]))
}

export function toBarbershopTime(now: Date, timeZone: string): LocalTime {
  const { date, minute } = toLocal(toEpochMinute(now), timeZone)
  return { date, weekday: weekdayOf(date), minute }
}

/** `wait` is that of a barbershop with a queue, if it is known; 'closed' while it takes no entries. */
export function toCard(row: CardRow, now: Date, here?: Position, wait?: WaitRange | 'closed'): BarbershopCard {
  const { hours, specialDates, hasQueue, ...card } = row
  const { isOpen, openUntil } = computeOpening(hours, toBarbershopTime(now, row.timeZone), specialDates)
  return {
    ...card,
    averageRating: row.averageRating === null ? null : Math.round(row.averageRating * 100) / 100,
    is_open: isOpen,
    openUntil,
    distance_in_km: here ? roundKilometers(distanceKm(here, row)) : null,
    queue: hasQueue && wait !== 'closed' ? { wait: wait ?? null } : null,
  }
}

type DaySpanQuery = { freeOn?: string; freeFrom?: string; freeUntil?: string }

/** Undefined without a filter by date or time. Throws INVALID_INPUT when it ends before it begins. */
export function toDaySpan({ freeOn, freeFrom, freeUntil }: DaySpanQuery): DaySpan | undefined {
  if (freeOn === undefined && freeFrom === undefined && freeUntil === undefined) return undefined
  const span = { date: freeOn, from: parseMinute(freeFrom ?? '00:00'), until: freeUntil ? parseMinute(freeUntil) : DAY }
  if (span.from >= span.until) throw new ApiError('INVALID_INPUT')
  return span
}

/** The distance along the surface. */
export function toKilometers(chord: number): number {
  return roundKilometers(toArc(chord))
}

/** To the millimetre. */
export function roundKilometers(km: number): number {
  return Math.round(km * 1e6) / 1e6
}

/** Without the distance. */
export function toBarbershop(row: BarbershopRow, now: Date): Barbershop {
  const today = toBarbershopTime(now, row.timeZone).date
  const specialDates = toSpecialDates(row.specialDates.filter(([date]) => date >= today))
  return { ...row, ...toCard(row, now), workingHours: toWorkingHours(row.hours), specialDates }
}

function toSpecialDates(rows: readonly SpecialDateHours[]): SpecialDate[] {
  return rows.map(([date, opens, closes, reason]) => ({
    date,
    openTime: opens === null ? null : formatMinute(opens),
    closeTime: closes === null ? null : formatMinute(closes % DAY),
    isClosed: opens === null,
    reason,
  }))
}

/** One entry for each opening and one for each closed day, Sunday first. */
function toWorkingHours(hours: readonly OpeningRow[]): WorkingHour[] {
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
