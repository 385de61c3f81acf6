/** Wall-clock arithmetic of a shop's zone. Days are YYYY-MM-DD, minutes count from a day's midnight, epoch minutes from 1970 in UTC. */

const MINUTE_MS = 60_000
const DAY_MINUTES = 1440

export function toEpochMinute(instant: Date): number {
  return Math.floor(instant.getTime() / MINUTE_MS)
}

export function fromEpochMinute(epochMinute: number): Date {
  return new Date(epochMinute * MINUTE_MS)
}

type LocalMinute = { readonly date: string; readonly minute: number }

/** The last minute that was asked of each zone: mostly it is the one that runs. */
const lastAsked = new Map<string, { epochMinute: number; wall: LocalMinute }>()

/** The day and minute that a clock on the shop's wall shows. */
export function toLocal(epochMinute: number, timeZone: string): LocalMinute {
  const known = lastAsked.get(timeZone)
  if (known?.epochMinute === epochMinute) return known.wall
  const zoned = Temporal.Instant.fromEpochMilliseconds(epochMinute * MINUTE_MS).toZonedDateTimeISO(timeZone)
  const wall = { date: zoned.toPlainDate().toString(), minute: zoned.hour * 60 + zoned.minute }
  lastAsked.set(timeZone, { epochMinute, wall })
  return wall
}

/** A calendar knows no zones: in UTC each day is as long as the others. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MINUTES * MINUTE_MS).toISOString().slice(0, 10)
}

/** 0 = Sunday. */
export function weekdayOf(date: string): number {
  return new Date(date).getUTCDay()
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** Every time of a day as people read it: a month of free times writes a thousand of them. */
const timesOfDay = Array.from(
  { length: DAY_MINUTES },
  (_, minute) => `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`,
)

/** Of a minute of the day, 0 to 1439. */
export function formatMinute(minute: number): string {
  return timesOfDay[minute] as string
}

/** One day of a zone as a line of minutes: below 0 is the day before, from 1440 on the day after. */
export type LocalDay = {
  date: string
  weekday: number
  /** The instant of a wall minute. In a gap of summer time the same distance after it; of two, the first. */
  toEpoch(minute: number): number
  /** Whether the wall ever shows that minute: the hour that summer time skips does not exist and is never offered. */
  hasMinute(minute: number): boolean
}

const lines = new Map<string, LocalDay>()

/** Kept between calls, because a month of a hundred barbers asks for the same thirty days. */
export function localDay(date: string, timeZone: string): LocalDay {
  const key = `${timeZone} ${date}`
  const known = lines.get(key)
  if (known) return known
  if (lines.size > 5000) lines.clear()
  const line = makeLine(date, timeZone)
  lines.set(key, line)
  return line
}

function makeLine(date: string, timeZone: string): LocalDay {
  const weekday = weekdayOf(date)
  const midnight = wallEpoch(date, 0, timeZone)
  const isEven =
    wallEpoch(date, -DAY_MINUTES, timeZone) === midnight - DAY_MINUTES &&
    wallEpoch(date, 3 * DAY_MINUTES, timeZone) === midnight + 3 * DAY_MINUTES
  if (isEven) return { date, weekday, toEpoch: (minute) => midnight + minute, hasMinute: () => true }
  return {
    date,
    weekday,
    toEpoch: (minute) => wallEpoch(date, minute, timeZone),
    hasMinute: (minute) => toLocal(wallEpoch(date, minute, timeZone), timeZone).minute === minute % DAY_MINUTES,
  }
}

function wallEpoch(date: string, minute: number, timeZone: string): number {
  const wall = Temporal.PlainDateTime.from(date).add({ minutes: minute })
  return wall.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).epochMilliseconds / MINUTE_MS
}
