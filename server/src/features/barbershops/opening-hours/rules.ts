import type { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import type { Body } from '@na-regua/contract/route'

type Wish = Body<typeof ownBarbershopsApi.setOperatingHours>
type Opening = { opens: number; closes: number }
export type WeekOpening = Opening & { dayOfWeek: number }
export type SpecialDay = { date: string; opens: number | null; closes: number | null; reason: string | null }

const DAY = 1440
const WEEK = 7 * DAY
const weekdays = ['domingo', 'segunda-feira', 'terça-feira', 'quarta-feira', 'quinta-feira', 'sexta-feira', 'sábado']

function toMinute(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

/** A closing at or before the opening is on the next day. */
function toOpening({ openTime, closeTime }: { openTime: string; closeTime: string }): Opening {
  const [opens, closes] = [toMinute(openTime), toMinute(closeTime)]
  return { opens, closes: closes > opens ? closes : closes + DAY }
}

export function toWeekOpenings(rows: Wish['operatingHours']): WeekOpening[] {
  return rows.flatMap(({ isClosed, dayOfWeek, ...row }) => (isClosed ? [] : [{ dayOfWeek, ...toOpening(row) }]))
}

/** Those from `first` on; what is over needs no keeping. */
export function toSpecialDays(rows: NonNullable<Wish['specialDates']>, first: string): SpecialDay[] {
  return rows.flatMap(({ date, openTime, closeTime, isClosed, reason }): SpecialDay[] => {
    if (date < first) return []
    const words = reason?.trim() || null
    if (isClosed || openTime === null || closeTime === null) return [{ date, opens: null, closes: null, reason: words }]
    return [{ date, ...toOpening({ openTime, closeTime }), reason: words }]
  })
}

/** What cannot be meant, in words with the day; undefined when the hours can be kept. */
export function findHoursFault({ operatingHours, specialDates = [] }: Wish): string | undefined {
  const day = findTornDay(operatingHours) ?? findCrowdedDay(toWeekOpenings(operatingHours))
  if (day !== undefined) return `Os horários de ${weekdays[day]} se sobrepõem.`
  const halfDay = specialDates.find((row) => !row.isClosed && (row.openTime === null || row.closeTime === null))
  if (halfDay) return `Informe quando a barbearia abre e fecha em ${format(halfDay.date)}.`
  const date = findCrowdedDate(toSpecialDays(specialDates, ''))
  return date && `Os horários de ${format(date)} se sobrepõem.`
}

/** Closed and open at once. */
function findTornDay(rows: Wish['operatingHours']): number | undefined {
  const closed = new Set(rows.flatMap(({ isClosed, dayOfWeek }) => (isClosed ? [dayOfWeek] : [])))
  return rows.find(({ isClosed, dayOfWeek }) => !isClosed && closed.has(dayOfWeek))?.dayOfWeek
}

/** On the ring of the week, so that Saturday's night may not run into Sunday's morning either. */
function findCrowdedDay(openings: readonly WeekOpening[]): number | undefined {
  const line = openings
    .map(({ dayOfWeek, opens, closes }) => ({
      dayOfWeek,
      start: dayOfWeek * DAY + opens,
      end: dayOfWeek * DAY + closes,
    }))
    .toSorted((one, other) => one.start - other.start)
  const after = (index: number) => line[index + 1]?.start ?? (line[0]?.start ?? 0) + WEEK
  return line.find(({ end }, index) => end > after(index))?.dayOfWeek
}

function findCrowdedDate(days: readonly SpecialDay[]): string | undefined {
  const byDate = Map.groupBy(days, ({ date }) => date)
  const isCrowded = (rows: SpecialDay[]) => {
    const sorted = rows.toSorted((one, other) => (one.opens ?? 0) - (other.opens ?? 0))
    return (
      rows.length > 1 &&
      sorted.some(({ opens, closes }, at) => opens === null || (closes ?? 0) > (sorted[at + 1]?.opens ?? 2 * DAY))
    )
  }
  return [...byDate].find(([, rows]) => isCrowded(rows))?.[0]
}

function format(date: string): string {
  return date.split('-').toReversed().join('/')
}
