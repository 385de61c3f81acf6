/** Local time in a barbershop's zone. Days are YYYY-MM-DD, minutes count from midnight, epoch minutes from 1970 in UTC. */

const MINUTE_MS = 60_000
const DAY_MINUTES = 1440
const NANOSECONDS_PER_MINUTE = 60e9

export function toEpochMinute(instant: Date): number {
  return Math.floor(instant.getTime() / MINUTE_MS)
}

export function fromEpochMinute(epochMinute: number): Date {
  return new Date(epochMinute * MINUTE_MS)
}

type LocalMinute = { readonly date: string; readonly minute: number }

/** Epoch minutes between which a zone does not change its clock, and how far local time is ahead of UTC there. */
type OffsetSpan = { from: number; until: number; minutes: number }

/** The last span per zone: most calls are for days near each other, and since 2019 no clock of Brazil has changed. */
const lastSpans = new Map<string, OffsetSpan>()

function findOffset(epochMinute: number, timeZone: string): number {
  const known = lastSpans.get(timeZone)
  if (known && known.from <= epochMinute && epochMinute < known.until) return known.minutes
  const instant = epochMinute * MINUTE_MS
  const read = (at: number) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
  const toMinute = (change: Temporal.ZonedDateTime | null | undefined) => change && change.epochMilliseconds / MINUTE_MS
  const zoned = read(instant)
  // A change is not before itself.
  const from = toMinute(read(instant + 1).getTimeZoneTransition('previous')) ?? Number.NEGATIVE_INFINITY
  const until = toMinute(zoned.getTimeZoneTransition('next')) ?? Number.POSITIVE_INFINITY
  const minutes = Math.floor(zoned.offsetNanoseconds / NANOSECONDS_PER_MINUTE)
  lastSpans.set(timeZone, { from, until, minutes })
  return minutes
}

/** The local day and minute of an instant. */
export function toLocal(epochMinute: number, timeZone: string): LocalMinute {
  const local = epochMinute + findOffset(epochMinute, timeZone)
  const day = Math.floor(local / DAY_MINUTES)
  return { date: formatDate(day), minute: local - day * DAY_MINUTES }
}

/** The dates by days since 1970: searches and availability format the same few by the thousand. */
const dates = new Map<number, string>()

function formatDate(day: number): string {
  const known = dates.get(day)
  if (known !== undefined) return known
  if (dates.size > 5000) dates.clear()
  const date = new Date(day * DAY_MINUTES * MINUTE_MS).toISOString().slice(0, -'T00:00:00.000Z'.length)
  dates.set(day, date)
  return date
}

/** Calendar arithmetic, in UTC because each of its days has 24 hours. */
export function addDays(date: string, days: number): string {
  return formatDate(Date.parse(date) / (DAY_MINUTES * MINUTE_MS) + days)
}

/** The last list: nearly all requests are for the days from today on. */
let lastDates: readonly string[] = []

/** A date and the days after it, `count` in all. */
export function listDates(first: string, count: number): readonly string[] {
  if (lastDates.length !== count || lastDates[0] !== first)
    lastDates = Array.from({ length: count }, (_, day) => addDays(first, day))
  return lastDates
}

/** 0 = Sunday. */
export function weekdayOf(date: string): number {
  return new Date(date).getUTCDay()
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** HH:MM of every minute of a day, precomputed: availability formats thousands. */
const timesOfDay = Array.from(
  { length: DAY_MINUTES },
  (_, minute) => `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`,
)

/** Formats a minute of the day, 0 to 1439. */
export function formatMinute(minute: number): string {
  return timesOfDay[minute] as string
}

/** The minute of the day of HH:MM. */
export function parseMinute(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

/** One day of a zone. Minutes below 0 are on the day before, from 1440 on the day after. */
export type LocalDay = {
  date: string
  weekday: number
  /** The instant of a local minute. In the gap of a DST change, the same distance after it; of two, the first. */
  toEpoch(minute: number): number
  /** False for minutes that a DST change skips: they are never offered. */
  hasMinute(minute: number): boolean
  /** The clock changes on this day or on one next to it: its minutes may not be consecutive instants. */
  hasChange: boolean
}

const days = new Map<string, LocalDay>()

/** Cached: a month of a hundred barbers needs the same thirty days. */
export function localDay(date: string, timeZone: string): LocalDay {
  const key = `${timeZone} ${date}`
  const known = days.get(key)
  if (known) return known
  if (days.size > 5000) days.clear()
  const day = createLocalDay(date, timeZone)
  days.set(key, day)
  return day
}

function createLocalDay(date: string, timeZone: string): LocalDay {
  const weekday = weekdayOf(date)
  const midnight = toEpochAt(date, 0, timeZone)
  const hasNoChange =
    toEpochAt(date, -DAY_MINUTES, timeZone) === midnight - DAY_MINUTES &&
    toEpochAt(date, 3 * DAY_MINUTES, timeZone) === midnight + 3 * DAY_MINUTES
  if (hasNoChange)
    return { date, weekday, hasChange: false, toEpoch: (minute) => midnight + minute, hasMinute: () => true }
  return {
    date,
    weekday,
    hasChange: true,
    toEpoch: (minute) => toEpochAt(date, minute, timeZone),
    hasMinute: (minute) => toLocal(toEpochAt(date, minute, timeZone), timeZone).minute === minute % DAY_MINUTES,
  }
}

function toEpochAt(date: string, minute: number, timeZone: string): number {
  const local = Temporal.PlainDateTime.from(date).add({ minutes: minute })
  return local.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds / MINUTE_MS
}
