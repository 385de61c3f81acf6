/** Local times of time zones; not every browser has `Temporal` yet. Dates are YYYY-MM-DD, times HH:MM. */

const DAY_MS = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

function localFormat(timeZone: string) {
  const known = formats.get(timeZone)
  if (known) return known
  const digits = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    ...digits,
  })
  formats.set(timeZone, format)
  return format
}

/** The local date and time of an instant. */
export function toLocalTime(instant: Date, timeZone: string) {
  const [date = '', time = ''] = localFormat(timeZone).format(instant).split(' ')
  return { date, time: time.slice(0, 5) }
}

/** The offset of a time zone from UTC at an instant, in milliseconds. */
function getOffset(epochMs: number, timeZone: string) {
  const local = localFormat(timeZone).format(epochMs).replace(' ', 'T')
  return Date.parse(`${local}Z`) - Math.floor(epochMs / 1000) * 1000
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

/** Whether both time zones have the same local time at an instant. */
export function hasSameLocalTime(zone: string, otherZone: string, instant: Date) {
  return getOffset(instant.getTime(), zone) === getOffset(instant.getTime(), otherZone)
}

const MINUTE_MS = 60_000
let device = { timeZone: 'America/Sao_Paulo', readAt: Number.NEGATIVE_INFINITY }

/** Read at most once a minute: it takes some milliseconds on a cheap phone, and pages need it with every render. */
export function deviceTimeZone() {
  if (Date.now() - device.readAt < MINUTE_MS) return device.timeZone
  device = { timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone, readAt: Date.now() }
  return device.timeZone
}

export function addCalendarDays(date: string, days: number) {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}
