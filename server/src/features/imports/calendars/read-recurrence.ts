import ICAL from 'ical.js'
import { RowProblem } from '../rows/rules.ts'

/** A rule that is understood as a whole, with what it leaves to the start of the event. Days count from 1970. */
export type Recurrence = {
  freq: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'
  interval: number
  count: number | undefined
  until: ICAL.Time | null
  startDay: number
  /** 0 is Sunday. */
  weekStart: number
  months: readonly number[]
  monthDays: readonly number[]
  weekdays: readonly WeekdayRule[]
  positions: readonly number[]
}

/** `nth` of 2: the second such day of its month, -1: the last one; 0: each. */
type WeekdayRule = { weekday: number; nth: number }

/** What a file may cost: days that are compared with its rules, and dates that are listed beside rules. */
export type FileBudget = { days: number; dates: number }

const tooLong = () => new RowProblem('Repetição longa demais. Marque este horário à mão')

export const unreadableRecurrence = () => new RowProblem('Repetição que não conseguimos ler. Marque este horário à mão')

export function spend(budget: FileBudget, kind: keyof FileBudget, amount: number) {
  budget[kind] -= amount
  if (budget[kind] < 0) throw tooLong()
}

const DAY_MS = 86_400_000
const weekdayNames = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

export function toDayNumber(date: Temporal.PlainDate): number {
  return Date.UTC(date.year, date.month - 1, date.day) / DAY_MS
}

export function fromDayNumber(day: number): Temporal.PlainDate {
  return Temporal.PlainDate.from(new Date(day * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length))
}

/** The parts that calendars write for appointments, by frequency. A part that is not here would be ignored, so its rule is refused. */
const partsOf: Record<Recurrence['freq'], readonly string[]> = {
  DAILY: ['BYDAY', 'BYMONTH', 'BYMONTHDAY'],
  WEEKLY: ['BYDAY', 'BYMONTH'],
  MONTHLY: ['BYDAY', 'BYMONTH', 'BYMONTHDAY', 'BYSETPOS'],
  YEARLY: ['BYDAY', 'BYMONTH', 'BYMONTHDAY', 'BYSETPOS'],
}
const commonParts = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', 'BYHOUR', 'BYMINUTE', 'BYSECOND']

/** Throws RowProblem for a rule that is not understood in every part. */
export function parseRecurrence(text: string, start: Temporal.PlainDateTime): Recurrence {
  const parts = readParts(text)
  const freq = parts.get('FREQ') as Recurrence['freq']
  const known = partsOf[freq]
  if (!known || [...parts.keys()].some((part) => !known.includes(part) && !commonParts.includes(part)))
    throw unreadableRecurrence()
  requireTimeOfStart(parts, start)
  const until = readUntil(parts.get('UNTIL'))
  const months = readNumbers(parts.get('BYMONTH'), 1, 12)
  const monthDays = readNumbers(parts.get('BYMONTHDAY'), 1, 31)
  const weekdays = readWeekdays(parts.get('BYDAY'), freq)
  const positions = readNumbers(parts.get('BYSETPOS'), 1, 31)
  const isWithinMonth = freq === 'MONTHLY' || (freq === 'YEARLY' && months.length === 1)
  // Of a year or of a week such a rule counts its days in other ways.
  if (positions.length > 0 && (!isWithinMonth || weekdays.length + monthDays.length === 0)) throw unreadableRecurrence()
  if (freq === 'YEARLY' && months.length === 0 && weekdays.length + monthDays.length > 0) throw unreadableRecurrence()
  const weekStart = weekdayNames.indexOf(parts.get('WKST') ?? 'MO')
  if (weekStart < 0) throw unreadableRecurrence()
  return {
    freq,
    interval: readNumber(parts.get('INTERVAL')) ?? 1,
    count: readNumber(parts.get('COUNT')),
    until,
    startDay: toDayNumber(start.toPlainDate()),
    weekStart,
    positions,
    ...completeByStart({ freq, months, monthDays, weekdays }, start),
  }
}

function readParts(text: string): Map<string, string> {
  const parts = new Map<string, string>()
  for (const part of text.toUpperCase().trim().split(';')) {
    if (!part) continue
    const [name = '', value] = part.split('=').map((word) => word.trim())
    if (!value || parts.has(name)) throw unreadableRecurrence()
    parts.set(name, value)
  }
  return parts
}

type DayParts = Pick<Recurrence, 'freq' | 'months' | 'monthDays' | 'weekdays'>

/** What a rule does not say is as in the first event: a weekly one on its weekday, a monthly one on its day. */
function completeByStart({ freq, months, monthDays, weekdays }: DayParts, start: Temporal.PlainDateTime) {
  const hasDays = weekdays.length + monthDays.length > 0
  const isOnDayOfMonth = freq === 'MONTHLY' || freq === 'YEARLY'
  return {
    months: freq === 'YEARLY' && months.length === 0 ? [start.month] : months,
    monthDays: isOnDayOfMonth && !hasDays ? [start.day] : monthDays,
    weekdays: freq === 'WEEKLY' && !hasDays ? [{ weekday: start.dayOfWeek % 7, nth: 0 }] : weekdays,
  }
}

/** Outlook repeats the time of the start. Another time, or several, would be other appointments. */
function requireTimeOfStart(parts: ReadonlyMap<string, string>, { hour, minute, second }: Temporal.PlainDateTime) {
  for (const [name, own] of Object.entries({ BYHOUR: hour, BYMINUTE: minute, BYSECOND: second })) {
    const given = parts.get(name)
    if (given !== undefined && Number(given) !== own) throw unreadableRecurrence()
  }
}

function readUntil(text: string | undefined): ICAL.Time | null {
  if (text === undefined) return null
  try {
    const { until } = ICAL.Recur.fromString(`FREQ=DAILY;UNTIL=${text}`)
    if (until) return until
  } catch {
    // Below.
  }
  throw unreadableRecurrence()
}

function readNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,5}$/.test(text)) throw unreadableRecurrence()
  return Number(text)
}

/** A list such as '1,15,-1'. */
function readNumbers(text: string | undefined, min: number, max: number): number[] {
  if (text === undefined) return []
  const numbers = text.split(',').map(Number)
  const areValid = numbers.every(
    (number) => Number.isInteger(number) && Math.abs(number) >= min && Math.abs(number) <= max,
  )
  if (!areValid || numbers.length > 62) throw unreadableRecurrence()
  return numbers
}

function readWeekdays(text: string | undefined, freq: Recurrence['freq']): WeekdayRule[] {
  if (text === undefined) return []
  const names = text.split(',')
  if (names.length > 77) throw unreadableRecurrence()
  return names.map((name) => {
    const [, nth = '0', weekday = ''] = /^([+-]?\d)?(SU|MO|TU|WE|TH|FR|SA)$/.exec(name) ?? []
    const isCounted = freq === 'MONTHLY' || freq === 'YEARLY'
    if (!weekday || Math.abs(Number(nth)) > 5 || (nth !== '0' && !isCounted)) throw unreadableRecurrence()
    return { weekday: weekdayNames.indexOf(weekday), nth: Number(nth) }
  })
}

/**
 * The days of a rule from `from` to `to`. Each day is compared with the rule, so the cost is known before: the days of the span, or
 * all since the first one if the rule counts its occurrences.
 */
export function listRuleDays(
  rule: Recurrence,
  { from, to }: { from: number; to: number },
  budget: FileBudget,
): number[] {
  const first = rule.count === undefined ? Math.max(from, rule.startDay) : rule.startDay
  if (first > to) return []
  spend(budget, 'days', to - first + 1)
  const days: number[] = []
  let counted = 0
  for (let day = first; day <= to; day++) {
    if (!isDayOf(rule, day)) continue
    if (++counted > (rule.count ?? Number.POSITIVE_INFINITY)) break
    if (day >= from) days.push(day)
  }
  return days
}

type Day = { year: number; month: number; day: number; weekday: number; daysInMonth: number }

function readDay(day: number): Day {
  const date = new Date(day * DAY_MS)
  const year = date.getUTCFullYear()
  const month = date.getUTCMonth() + 1
  return {
    year,
    month,
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
    daysInMonth: new Date(Date.UTC(year, month, 0)).getUTCDate(),
  }
}

function isDayOf(rule: Recurrence, number: number): boolean {
  if (!isInInterval(rule, number)) return false
  const day = readDay(number)
  if (rule.months.length > 0 && !rule.months.includes(day.month)) return false
  if (!isListed(rule, day)) return false
  return rule.positions.length === 0 || isAtPosition(rule, day)
}

function isInInterval({ freq, interval, startDay, weekStart }: Recurrence, number: number): boolean {
  if (interval === 1) return true
  if (freq === 'DAILY') return (number - startDay) % interval === 0
  if (freq === 'WEEKLY') return (weekOf(number, weekStart) - weekOf(startDay, weekStart)) % interval === 0
  const day = readDay(number)
  const start = readDay(startDay)
  const years = day.year - start.year
  return (freq === 'YEARLY' ? years : years * 12 + day.month - start.month) % interval === 0
}

/** 1970 began on a Thursday. */
const weekOf = (number: number, weekStart: number) => Math.floor((number + 4 - weekStart) / 7)

function isListed({ weekdays, monthDays }: Recurrence, { day, weekday, daysInMonth }: Day): boolean {
  if (monthDays.length > 0 && !monthDays.includes(day) && !monthDays.includes(day - daysInMonth - 1)) return false
  if (weekdays.length === 0) return true
  const nth = Math.ceil(day / 7)
  const nthFromEnd = -Math.ceil((daysInMonth - day + 1) / 7)
  return weekdays.some((rule) => rule.weekday === weekday && [0, nth, nthFromEnd].includes(rule.nth))
}

/** Among the days of its month that the rule lists. */
function isAtPosition(rule: Recurrence, day: Day): boolean {
  const listed = Array.from({ length: day.daysInMonth }, (_, at) => ({
    ...day,
    day: at + 1,
    weekday: (day.weekday + at + 1 - day.day + 35) % 7,
  })).filter((other) => isListed(rule, other))
  const at = listed.findIndex((other) => other.day === day.day)
  return rule.positions.some((position) => position === at + 1 || position === at - listed.length)
}
