import { LOCAL_DATE_PATTERN, matchesPattern } from '@na-regua/contract/text-limits'
import { createStore } from 'zustand'

/** Local times of time zones. Dates are YYYY-MM-DD, times HH:MM. */

const DAY_MS = 86_400_000

/** To create a format takes longer than to use it a hundred times. */
const store = createStore<{ formats: Readonly<Record<string, Intl.DateTimeFormat>> }>(() => ({ formats: {} }))

function localFormat(timeZone: string) {
  const { formats } = store.getState()
  const known = formats[timeZone]
  if (known) return known
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  store.setState({ formats: { ...formats, [timeZone]: format } })
  return format
}

/** The offset of a time zone from UTC at an instant, in milliseconds. */
function getOffset(epochMs: number, timeZone: string) {
  const local = localFormat(timeZone).format(epochMs).replace(' ', 'T')
  return Date.parse(`${local}Z`) - Math.floor(epochMs / 1000) * 1000
}

/** The local date and time of an instant. */
export function toLocalTime(instant: Date, timeZone: string) {
  const epochMs = instant.getTime()
  const local = new Date(epochMs + getOffset(epochMs, timeZone)).toISOString()
  return { date: local.slice(0, 10), time: local.slice(11, 16) }
}

/** The instant of a local date and time; at the end of summer time, when it occurs twice, the first. */
export function toInstant(date: string, time: string, timeZone: string) {
  const local = Date.parse(`${date}T${time}:00Z`)
  const [before, after] = [local - DAY_MS, local + DAY_MS].map((near) => local - getOffset(near, timeZone)) as [
    number,
    number,
  ]
  const isExact = (epochMs: number) => epochMs + getOffset(epochMs, timeZone) === local
  return new Date(isExact(before) || !isExact(after) ? before : after)
}

/** True when both time zones have the same local time at an instant. */
export function hasSameLocalTime(zone: string, otherZone: string, instant: Date) {
  return getOffset(instant.getTime(), zone) === getOffset(instant.getTime(), otherZone)
}

export function deviceTimeZone() {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Minutes since midnight of a time of day '10:15', also '24:00'. */
export function toMinutes(time: string) {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

export function addCalendarDays(date: string, days: number) {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** True for a day of the calendar, from the year 2000 on. */
export function isDate(text: string) {
  const epochMs = matchesPattern(LOCAL_DATE_PATTERN, text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(epochMs) && new Date(epochMs).toISOString().startsWith(text)
}
