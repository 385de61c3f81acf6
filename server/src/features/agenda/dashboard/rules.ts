import {
  type Dashboard,
  type DashboardToday,
  MAX_PERIOD_DAYS,
  type Trend,
  type TrendPeriod,
} from '@na-regua/contract/dashboard'
import { ApiError } from '@na-regua/contract/errors'
import { type Interval, intersect, subtract, union } from '../../../lib/intervals.ts'
import { addDays, listDates, localDay } from '../../../lib/local-time.ts'
import {
  type BarbershopOpenings,
  businessDate,
  businessDaySpan,
  type WorkingHours,
  workingIntervals,
} from '../../staff/schedule/rules.ts'

export const DASHBOARD_DAYS = 30

/** A barber. `timeOff` and `worksSince`, which is the creation or an earlier appointment, are in epoch minutes. */
export type PanelBarber = WorkingHours & {
  id: string
  name: string
  avatarUrl: string | null
  timeZone: string
  timeOff: Interval[]
  worksSince: number
  hasLeft: boolean
}

export type PanelBarbershop = {
  barbershop: { id: string; name: string }
  timeZone: string
  openings: BarbershopOpenings
  barbers: readonly PanelBarber[]
}

/** An appointment of today. `start` and `end` are epoch minutes. */
export type TodayEntry = { barberId: string; status: string; priceCents: number; start: number; end: number }

/** The current business day of a barbershop, and its start and end in epoch minutes. */
export function findBusinessDay({ openings, timeZone }: PanelBarbershop, now: Date) {
  const date = businessDate(openings, timeZone, now)
  const day = localDay(date, timeZone)
  const [from, to] = businessDaySpan(openings, date)
  return { day, span: [day.toEpoch(from), day.toEpoch(to)] satisfies Interval }
}

const isAgreed = ({ status }: TodayEntry) => status === 'SCHEDULED' || status === 'CONFIRMED'
const isBooked = (entry: TodayEntry) => isAgreed(entry) || entry.status === 'COMPLETED'

/**
 * What became of the appointments, and what the upcoming ones are worth. The total is what the chart of the month
 * counts, too: everything but what was cancelled.
 */
export function summarizeToday(entries: readonly TodayEntry[], now: Date) {
  const minute = now.getTime() / 60_000
  const pick = (matches: (entry: TodayEntry) => boolean) => entries.filter(matches)
  const completed = pick(({ status }) => status === 'COMPLETED')
  const upcoming = pick((entry) => isAgreed(entry) && entry.end > minute)
  const unfinished = pick((entry) => isAgreed(entry) && entry.end <= minute)
  const missed = pick(({ status }) => status === 'NO_SHOW')
  return {
    appointments: {
      total: completed.length + upcoming.length + unfinished.length + missed.length,
      completed: completed.length,
      upcoming: upcoming.length,
      unfinished: unfinished.length,
      missed: missed.length,
      cancelled: pick(({ status }) => status === 'CANCELLED').length,
    },
    expectedCents: upcoming.reduce((cents, { priceCents }) => cents + priceCents, 0),
  }
}

/** How much of each barber's working time of the day is booked. Time outside of it, for example a walk-in after closing, does not count. */
export function measureOccupancy(
  shop: PanelBarbershop,
  entries: readonly TodayEntry[],
  now: Date,
): DashboardToday['barbers'] {
  const { day, span } = findBusinessDay(shop, now)
  const entriesByBarber = Map.groupBy(entries.filter(isBooked), ({ barberId }) => barberId)
  return shop.barbers.map((barber) => {
    const { id, name, avatarUrl } = barber
    const booked = entriesByBarber.get(id) ?? []
    const working = workingIntervals(barber, day).map(([from, to]): Interval => [day.toEpoch(from), day.toEpoch(to)])
    const open = subtract(intersect(union(working), [span]), union(barber.timeOff))
    const busy = intersect(open, union(booked.map(({ start, end }): Interval => [start, end])))
    return {
      id,
      name,
      avatarUrl,
      barbershop: shop.barbershop,
      openMinutes: countMinutes(open),
      bookedMinutes: countMinutes(busy),
      appointments: booked.length,
    }
  })
}

export const countMinutes = (intervals: readonly Interval[]) =>
  intervals.reduce((sum, [from, to]) => sum + to - from, 0)

/** Two local dates, both included. */
export type Period = { from: string; to: string }

const countDays = ({ from, to }: Period) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1

export function requirePeriod(period: Period): void {
  const days = countDays(period)
  if (days < 1 || days > MAX_PERIOD_DAYS) throw new ApiError('PERIOD_INVALID')
}

/** Both dates or none. */
export function toOptionalPeriod({ from, to }: Partial<Period>): Period | undefined {
  if (!from && !to) return undefined
  if (!from || !to) throw new ApiError('PERIOD_INVALID')
  requirePeriod({ from, to })
  return { from, to }
}

/** The period directly before, with which it is compared: as many whole months, or as many days. */
export function previousPeriod({ from, to }: Period): Period {
  const next = addDays(to, 1)
  const first = Temporal.PlainDate.from(from)
  const isWholeMonths = from.endsWith('-01') && next.endsWith('-01')
  const { months } = first.until(next, { largestUnit: 'months' })
  return {
    from: isWholeMonths ? first.subtract({ months }).toString() : addDays(from, -countDays({ from, to })),
    to: addDays(from, -1),
  }
}

/** When a current barber works on the dates of a period, in epoch minutes: as the hours are now, since they work there. */
export function listOpenIntervals(barber: PanelBarber, { from, to }: Period): readonly Interval[] {
  if (barber.hasLeft) return []
  const working = listDates(from, countDays({ from, to })).flatMap((date) => {
    const day = localDay(date, barber.timeZone)
    const ofDate = intersect(workingIntervals(barber, day), [[0, 1440]])
    return ofDate.map(([start, end]): Interval => [day.toEpoch(start), day.toEpoch(end)])
  })
  return intersect(subtract(union(working), union(barber.timeOff)), [[barber.worksSince, Number.POSITIVE_INFINITY]])
}

type TrendUnit = { unit: Trend['unit']; step: string; since: string }

/** `since`: the first day, as an expression over `today`. */
export const trendUnits: Record<TrendPeriod, TrendUnit> = {
  '7d': { unit: 'day', step: '1 day', since: 'today - 6' },
  '30d': { unit: 'day', step: '1 day', since: 'today - 29' },
  // Thirteen weeks, which begin on Sunday.
  '90d': { unit: 'week', step: '7 days', since: 'today - extract(dow from today)::int - 84' },
  '12m': { unit: 'month', step: '1 month', since: "date_trunc('month', today) - interval '11 months'" },
}

/** Every day of the last thirty, with a count of 0 where there is none. `ago` is in local days of each barbershop. */
export function fillDays(
  today: string,
  counts: readonly { ago: number; count: number; completed: number }[],
): Dashboard['days'] {
  const countsByAge = new Map(counts.map(({ ago, ...count }) => [ago, count]))
  return Array.from({ length: DASHBOARD_DAYS }, (_, index) => {
    const ago = DASHBOARD_DAYS - 1 - index
    const date = new Date(Date.parse(`${today}T00:00:00Z`) - ago * 86_400_000).toISOString().slice(0, 10)
    return { date, ...(countsByAge.get(ago) ?? { count: 0, completed: 0 }) }
  })
}

/**
 * A formula, also behind white space and invisible characters, and with the full-width, small, raised or mathematical forms of its
 * signs: spreadsheets for East Asian languages read them as the plain ones.
 */
const formulaStart = /^(?=[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−\t\r])/u

/** What `toCsvAmount` returns, also below zero. */
const amount = /^-?\d+,\d\d$/

/** Prevents formula injection: text that a spreadsheet would run as a formula begins with an apostrophe. */
function toCell(value: string | number) {
  const isPlain = typeof value === 'number' || amount.test(value)
  const text = isPlain ? String(value) : value.replace(formulaStart, "'")
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** As spreadsheets in Brazil expect it: semicolons, and a byte order mark for UTF-8. */
export function toCsv(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${[header, ...rows].map((row) => row.map(toCell).join(';')).join('\r\n')}\r\n`
}

export function toCsvAmount(cents: number) {
  return (cents / 100).toFixed(2).replace('.', ',')
}
