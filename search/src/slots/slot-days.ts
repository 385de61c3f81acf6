import { i32 } from '../points/typed-arrays.ts'

/**
 * In which a service of any duration can begin, with any of the barbers: at `first` and after every step of the grid, as long as the
 * service ends by `end`. Of the buffer after the service `slack` minutes fit behind `end`; what is more ends it earlier. `isSingle`:
 * only `first` is a start. In minutes since the beginning of the day, `first` is a multiple of SLOT_STEP_MINUTES.
 */
export type StartSpan = { first: number; end: number; slack: number; isSingle: boolean }

/** Every grid is a multiple of it, and so is every offset of a time zone. */
export const SLOT_STEP_MINUTES = 5
/** A day in memory has as many minutes, also when the clock changes: it begins so long after the one before. */
export const SLOT_DAY_MINUTES = 1440

const DAY = SLOT_DAY_MINUTES
const WEEK = 7

/** The bits of a span: the steps before `first`, the minutes to `end`, the slack, and two flags. */
const MAX_FIRST = 511
const LENGTH_SHIFT = 9
const SLACK_SHIFT = 21
const SINGLE = 1 << 29
const LAST_OF_DAY = 1 << 30
/** Longer than what is left of the day, a service and its buffer: it allows the same starts. */
const MAX_LENGTH = 4095
/** More is stored as this: spans are exact for buffers up to as many minutes, twice as long as any. */
const MAX_SLACK = 255

/**
 * Appends days to a list of numbers: how many they are, of how many of them the place of the spans is stored, these places, and the
 * spans. A place counts from the first of these numbers, 0 is a day without spans. Days with equal spans share them. The days whose place
 * is not stored repeat the week before: of weeks with weekly hours one is stored.
 */
export function appendDays(list: number[], days: readonly (readonly StartSpan[])[]) {
  const encoded = days.map((day) => day.map((span, at) => encodeSpan(span, at === day.length - 1)))
  const distinct: (readonly number[])[] = []
  const numbers = encoded.map((spans) => {
    const known = distinct.findIndex((other) => areEqual(other, spans))
    return known < 0 ? distinct.push(spans) - 1 : known
  })
  const stored = countStored(numbers)
  const places: number[] = []
  let next = 2 + stored
  for (const spans of distinct) {
    places.push(spans.length === 0 ? 0 : next)
    next += spans.length
  }
  list.push(days.length, stored)
  for (const number of numbers.slice(0, stored)) list.push(places[number] as number)
  for (const spans of distinct) list.push(...spans)
}

function encodeSpan(span: StartSpan, isLast: boolean): number {
  const length = Math.min(span.end - span.first, MAX_LENGTH)
  const slack = Math.min(span.slack, MAX_SLACK)
  const flags = (span.isSingle ? SINGLE : 0) | (isLast ? LAST_OF_DAY : 0)
  return (span.first / SLOT_STEP_MINUTES) | (length << LENGTH_SHIFT) | (slack << SLACK_SHIFT) | flags
}

function areEqual(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((number, at) => number === other[at])
}

/** Returns of how many days the place must be stored, so that every later one is that of the week before. */
function countStored(numbers: readonly number[]): number {
  let stored = numbers.length
  while (stored > WEEK && numbers[stored - 1] === numbers[stored - 1 - WEEK]) stored--
  return stored
}

/**
 * Returns the first start of a service from `from` on and before `until`, -1 when there is none. In minutes since the first of the days,
 * which were appended at `list`.
 */
export function findFirstStart(
  entries: Int32Array,
  list: number,
  from: number,
  until: number,
  durationMin: number,
  bufferMin: number,
  gridMinutes: number,
): number {
  const stored = i32(entries, list + 1)
  const end = Math.min(i32(entries, list), Math.ceil(until / DAY))
  for (let day = Math.max(0, Math.floor(from / DAY)); day < end; day++) {
    const alike = day < stored ? day : stored - WEEK + ((day - stored) % WEEK)
    const offset = i32(entries, list + 2 + alike)
    if (offset === 0) continue
    const first = findFirstStartOfDay(entries, list + offset, from - DAY * day, durationMin, bufferMin, gridMinutes)
    if (first >= 0) return DAY * day + first < until ? DAY * day + first : -1
  }
  return -1
}

/** The spans are in the order of their first starts, and all of them have the same grid. */
function findFirstStartOfDay(
  entries: Int32Array,
  spans: number,
  from: number,
  durationMin: number,
  bufferMin: number,
  gridMinutes: number,
): number {
  for (let at = spans; ; at++) {
    const span = i32(entries, at)
    const first = SLOT_STEP_MINUTES * (span & MAX_FIRST)
    const end = first + ((span >>> LENGTH_SHIFT) & MAX_LENGTH)
    const missing = Math.max(0, bufferMin - ((span >>> SLACK_SHIFT) & MAX_SLACK))
    const last = Math.min(end - missing - durationMin, DAY - 1)
    const isSingle = (span & SINGLE) !== 0
    const start = first >= from ? first : first + Math.ceil((from - first) / gridMinutes) * gridMinutes
    if (start <= last && (start === first || !isSingle)) return start
    if ((span & LAST_OF_DAY) !== 0) return -1
  }
}
