import type { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import type { Body } from '@na-regua/contract/route'
import { formatCalendarDate } from '../../../lib/format-time.ts'
import { parseMinute } from '../../../lib/local-time.ts'

type OpeningHoursInput = Body<typeof ownBarbershopsApi.setOperatingHours>
type Opening = { opens: number; closes: number }
export type WeekdayOpening = Opening & { dayOfWeek: number }
export type SpecialDateOpening = { date: string; opens: number | null; closes: number | null; reason: string | null }

const DAY = 1440
const WEEK = 7 * DAY
const weekdays = ['domingo', 'segunda-feira', 'terça-feira', 'quarta-feira', 'quinta-feira', 'sexta-feira', 'sábado']

/** A closing at or before the opening is on the next day. */
function toOpening({ openTime, closeTime }: { openTime: string; closeTime: string }): Opening {
  const opens = parseMinute(openTime)
  const closes = parseMinute(closeTime)
  return { opens, closes: closes > opens ? closes : closes + DAY }
}

export function toWeekdayOpenings(rows: OpeningHoursInput['operatingHours']): WeekdayOpening[] {
  return rows.flatMap(({ isClosed, dayOfWeek, ...row }) => (isClosed ? [] : [{ dayOfWeek, ...toOpening(row) }]))
}

/** Only dates from `first` on. */
export function toSpecialDateOpenings(
  rows: NonNullable<OpeningHoursInput['specialDates']>,
  first: string,
): SpecialDateOpening[] {
  return rows.flatMap(({ date, openTime, closeTime, isClosed, reason }): SpecialDateOpening[] => {
    if (date < first) return []
    const cleanReason = reason?.trim() || null
    if (isClosed || openTime === null || closeTime === null)
      return [{ date, opens: null, closes: null, reason: cleanReason }]
    return [{ date, ...toOpening({ openTime, closeTime }), reason: cleanReason }]
  })
}

/** A message with the day that contradicts itself; undefined when the hours are valid. */
export function findInvalidHours({ operatingHours, specialDates = [] }: OpeningHoursInput): string | undefined {
  const day = findContradictoryDay(operatingHours) ?? findOverlappingDay(toWeekdayOpenings(operatingHours))
  if (day !== undefined) return `Os horários de ${weekdays[day]} se sobrepõem.`
  const halfDay = specialDates.find((row) => !row.isClosed && (row.openTime === null || row.closeTime === null))
  if (halfDay) return `Informe quando a barbearia abre e fecha em ${formatCalendarDate(halfDay.date)}.`
  const date = findOverlappingDate(toSpecialDateOpenings(specialDates, ''))
  return date && `Os horários de ${formatCalendarDate(date)} se sobrepõem.`
}

/** A weekday that is both closed and open. */
function findContradictoryDay(rows: OpeningHoursInput['operatingHours']): number | undefined {
  const closed = new Set(rows.flatMap(({ isClosed, dayOfWeek }) => (isClosed ? [dayOfWeek] : [])))
  return rows.find(({ isClosed, dayOfWeek }) => !isClosed && closed.has(dayOfWeek))?.dayOfWeek
}

/** The week is a cycle: an opening on Saturday may overlap one on Sunday. */
function findOverlappingDay(openings: readonly WeekdayOpening[]): number | undefined {
  const sorted = openings
    .map(({ dayOfWeek, opens, closes }) => ({
      dayOfWeek,
      start: dayOfWeek * DAY + opens,
      end: dayOfWeek * DAY + closes,
    }))
    .toSorted((one, other) => one.start - other.start)
  const nextStart = (index: number) => sorted[index + 1]?.start ?? (sorted[0]?.start ?? 0) + WEEK
  return sorted.find(({ end }, index) => end > nextStart(index))?.dayOfWeek
}

function findOverlappingDate(days: readonly SpecialDateOpening[]): string | undefined {
  const byDate = Map.groupBy(days, ({ date }) => date)
  const isOverlapping = (rows: SpecialDateOpening[]) => {
    const sorted = rows.toSorted((one, other) => (one.opens ?? 0) - (other.opens ?? 0))
    return (
      rows.length > 1 &&
      sorted.some(({ opens, closes }, at) => opens === null || (closes ?? 0) > (sorted[at + 1]?.opens ?? 2 * DAY))
    )
  }
  return [...byDate].find(([, rows]) => isOverlapping(rows))?.[0]
}
