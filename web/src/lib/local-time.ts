/** Wall clocks of zones in the browser, whose `Temporal` is not everywhere yet. Days are YYYY-MM-DD, hours HH:MM. */

const DAY_MS = 86_400_000
const walls = new Map<string, Intl.DateTimeFormat>()

function wallFormat(timeZone: string) {
  const known = walls.get(timeZone)
  if (known) return known
  const digits = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...digits,
  })
  walls.set(timeZone, format)
  return format
}

/** What a clock on the wall shows at an instant. */
export function wallClock(instant: Date, timeZone: string) {
  const [date = '', time = ''] = wallFormat(timeZone).format(instant).split(' ')
  return { date, time: time.slice(0, 5) }
}

/** How far the zone's clocks stand from UTC at an instant, in milliseconds. */
function offsetAt(epochMs: number, timeZone: string) {
  const wall = wallFormat(timeZone).format(epochMs).replace(' ', 'T')
  return Date.parse(`${wall}Z`) - Math.floor(epochMs / 1000) * 1000
}

/** The instant of a wall's day and hour; where summer time ends and it is shown twice, the first. */
export function instantOf(date: string, time: string, timeZone: string) {
  const wall = Date.parse(`${date}T${time}:00Z`)
  const [before, after] = [wall - DAY_MS, wall + DAY_MS].map((near) => wall - offsetAt(near, timeZone)) as [
    number,
    number,
  ]
  const isTrue = (epochMs: number) => epochMs + offsetAt(epochMs, timeZone) === wall
  return new Date(isTrue(before) || !isTrue(after) ? before : after)
}

/** Whether clocks in both zones show the same at that instant. */
export function showSameTime(zone: string, otherZone: string, instant: Date) {
  return offsetAt(instant.getTime(), zone) === offsetAt(instant.getTime(), otherZone)
}

export function deviceTimeZone() {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

export function addDays(date: string, days: number) {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/**
 * Calendars count in the device's days, and nothing else may: everywhere else a day is YYYY-MM-DD on a named wall. Noon keeps
 * each clear of changes of clocks.
 */

export function toDeviceDay(date: string) {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  return new Date(year, month - 1, day, 12)
}

export function fromDeviceDay(day: Date) {
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}
