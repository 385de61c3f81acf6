import { u8 } from '../points/typed-arrays.ts'
import { ByteWriter, u24At } from './byte-writer.ts'
import { type StartSpan, writeSpan } from './slot-spans.ts'

export type SlotDaySpans = readonly (readonly StartSpan[])[]

/**
 * A list of days as bytes. Its head has the number of days, of how many of them the place of the spans is stored, and two flags; these
 * places and the spans follow. The days after those repeat the week before: of weeks with weekly hours one is stored. Days with equal
 * spans share them.
 */
const HEAD_BYTES = 3
/** More than a booking window has. Later days are not stored, and by SlotTable not known. */
const MAX_DAYS = 1023
const STORED_SHIFT = 10
/** Places take three bytes instead of one. */
const WIDE = 1 << 20
const WIDE_BYTES = 3
/** The lists of barbers follow. */
const HAS_BARBERS = 1 << 21
/** Places are in units of so many bytes, the first one is 1. */
const PLACE_UNIT = 2
const MAX_NARROW_PLACE = 0xff
const WEEK = 7
/** Of where the list of a barber begins, and of their number. */
const START_BYTES = 3

export const countDays = (bytes: Uint8Array, list: number) => u24At(bytes, list) & MAX_DAYS

/** Where the spans of a day begin, 0 when it has none. */
export function findSpans(bytes: Uint8Array, list: number, day: number): number {
  const head = u24At(bytes, list)
  const stored = (head >>> STORED_SHIFT) & MAX_DAYS
  const alike = day < stored ? day : stored - WEEK + ((day - stored) % WEEK)
  const places = list + HEAD_BYTES
  const isWide = (head & WIDE) !== 0
  const place = isWide ? u24At(bytes, places + WIDE_BYTES * alike) : u8(bytes, places + alike)
  if (place === 0) return 0
  return places + (isWide ? WIDE_BYTES * stored : stored) + PLACE_UNIT * (place - 1)
}

/** Where the list of a barber begins, in the bytes from `start` to `end`; -1 without one. */
export function findBarber(bytes: Uint8Array, start: number, end: number, barber: number): number {
  if ((u24At(bytes, start) & HAS_BARBERS) === 0) return -1
  const count = u24At(bytes, end - START_BYTES)
  return barber < count ? start + u24At(bytes, end - START_BYTES * (2 + barber)) : -1
}

// Reused: a barbershop is written at a time.
const all = new ByteWriter()
const spans = new ByteWriter()

/** The days of all barbers, and where they differ those of each. */
export type DayLists = {
  gridMinutes: number
  days: SlotDaySpans
  barbers?: readonly { days: SlotDaySpans }[] | undefined
}

/**
 * Of the first `count` days the list of all barbers; where they differ, then that of each, where these begin in reverse order, and how
 * many there are. A view, valid until the next call.
 */
export function encodeLists({ days, barbers, gridMinutes }: DayLists, count: number): Uint8Array {
  all.length = 0
  writeDays(days.slice(0, count), gridMinutes, barbers ? HAS_BARBERS : 0)
  const starts: number[] = []
  for (const barber of barbers ?? []) {
    starts.unshift(all.length)
    writeDays(barber.days.slice(0, count), gridMinutes, 0)
  }
  if (barbers) for (const number of [...starts, starts.length]) all.write(number, START_BYTES)
  return all.bytes.subarray(0, all.length)
}

function writeDays(days: SlotDaySpans, gridMinutes: number, flags: number) {
  const places = writeDistinctDays(days.slice(0, MAX_DAYS), gridMinutes)
  const stored = countStored(places)
  const isWide = spans.length / PLACE_UNIT > MAX_NARROW_PLACE
  all.write(places.length | (stored << STORED_SHIFT) | (isWide ? WIDE : 0) | flags, HEAD_BYTES)
  for (let day = 0; day < stored; day++) all.write(places[day] as number, isWide ? WIDE_BYTES : 1)
  all.append(spans)
}

/** Returns the place of each day, 0 for one without spans. */
function writeDistinctDays(days: SlotDaySpans, gridMinutes: number): number[] {
  spans.length = 0
  const distinct: { from: number; to: number }[] = []
  return days.map((day) => {
    if (day.length === 0) return 0
    const begin = spans.length
    for (const [index, span] of day.entries()) writeSpan(spans, span, gridMinutes, index === day.length - 1)
    const known = distinct.find(({ from, to }) => spans.endsWith(from, to, begin))
    if (known) spans.length = begin
    else distinct.push({ from: begin, to: spans.length })
    return 1 + (known?.from ?? begin) / PLACE_UNIT
  })
}

/** How many places must be stored, so that every later one is that of the week before. */
function countStored(places: readonly number[]): number {
  let stored = places.length
  while (stored > WEEK && places[stored - 1] === places[stored - 1 - WEEK]) stored--
  return stored
}
