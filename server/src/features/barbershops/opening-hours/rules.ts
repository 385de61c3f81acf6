import { findOverlap, type OpeningSpan, toOpeningSpan } from '@na-regua/contract/opening-hours'
import type { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import type { Body } from '@na-regua/contract/route'
import { formatCalendarDate } from '../../../lib/format-time.ts'

type OpeningHoursInput = Body<typeof ownBarbershopsApi.setOperatingHours>
export type WeekdayOpening = OpeningSpan & { dayOfWeek: number }
export type SpecialDateOpening = { date: string; opens: number | null; closes: number | null; reason: string | null }

const weekdays = ['domingo', 'segunda-feira', 'terça-feira', 'quarta-feira', 'quinta-feira', 'sexta-feira', 'sábado']

export function toWeekdayOpenings(rows: OpeningHoursInput['operatingHours']): WeekdayOpening[] {
  return rows.flatMap(({ isClosed, dayOfWeek, ...row }) => (isClosed ? [] : [{ dayOfWeek, ...toOpeningSpan(row) }]))
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
    return [{ date, ...toOpeningSpan({ openTime, closeTime }), reason: cleanReason }]
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
  const listOpenings = (day: number) => openings.filter(({ dayOfWeek }) => dayOfWeek === day)
  return [0, 1, 2, 3, 4, 5, 6].find((day) => findOverlap(listOpenings(day), listOpenings((day + 1) % 7)))
}

/** A date on which openings overlap, or that is also closed. */
function findOverlappingDate(days: readonly SpecialDateOpening[]): string | undefined {
  const byDate = Map.groupBy(days, ({ date }) => date)
  const isOverlapping = (rows: SpecialDateOpening[]) => {
    const openings = rows.flatMap(({ opens, closes }) => (opens === null || closes === null ? [] : [{ opens, closes }]))
    const isAlsoClosed = rows.length > 1 && openings.length < rows.length
    return isAlsoClosed || findOverlap(openings) !== undefined
  }
  return [...byDate].find(([, rows]) => isOverlapping(rows))?.[0]
}
