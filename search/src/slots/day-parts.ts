import { enlarge, i32 } from '../points/typed-arrays.ts'
import { findLastMinute, SLOT_DAY_MINUTES, type SlotDuration, type StartSpan } from './slot-spans.ts'
import type { UpcomingSlots } from './upcoming-slots.ts'

const DAY = SLOT_DAY_MINUTES
const HALF_HOUR = 30
const HOUR = 60

/** Of a day: when its parts begin, each one ends when the next one begins; by minute as bits those that begin or end so. */
class Parts {
  readonly begins: readonly number[]
  readonly beginBefore: Int32Array
  readonly beginFrom: Int32Array
  readonly endAfter: Int32Array
  readonly endBy: Int32Array
  readonly #shortest: number

  constructor(begins: readonly number[]) {
    this.begins = begins
    this.#shortest = Math.min(...begins.map((begin, part) => (begins[part + 1] ?? DAY) - begin))
    this.beginBefore = this.#listByMinute((minute, begin) => begin < minute)
    this.beginFrom = this.#listByMinute((minute, begin) => begin >= minute)
    this.endAfter = this.#listByMinute((minute, _, end) => end > minute)
    this.endBy = this.#listByMinute((minute, _, end) => end <= minute)
  }

  #listByMinute(isListed: (minute: number, begin: number, end: number) => boolean): Int32Array {
    return Int32Array.from({ length: DAY + 1 }, (_, minute) =>
      this.begins.reduce(
        (bits, begin, part) => bits | (isListed(minute, begin, this.begins[part + 1] ?? DAY) ? 1 << part : 0),
        0,
      ),
    )
  }

  /** Those in which a service can begin in that span. */
  list(span: StartSpan, time: SlotDuration, gridMinutes: number): number {
    const { first, end, slack, isSingle } = span
    const latest = findLastMinute(end, slack, time)
    if (latest < first) return 0
    const last = isSingle ? first : latest - ((latest - first) % gridMinutes)
    if (last - first < gridMinutes || gridMinutes <= this.#shortest) return this.#listBetween(first, last)
    let bits = 0
    for (let start = first; start <= last; start += gridMinutes) bits |= this.#listBetween(start, start)
    return bits
  }

  #listBetween(first: number, last: number): number {
    return i32(this.endAfter, first) & i32(this.beginBefore, last + 1)
  }
}

const halfHours = new Parts([0, ...Array.from({ length: 29 }, (_, number) => 480 + HALF_HOUR * number)])
const hours = new Parts([0, ...Array.from({ length: 15 }, (_, number) => 420 + HOUR * number)])
/** The morning, both halves of the afternoon, and the evening. */
const quarters = new Parts([0, 720, 900, 1080])

/** As many as can be queried, and one for a point that was loaded yesterday. */
const DAYS = 32
const WORDS = 8
/** By day: its parts, which are shorter the nearer it is, and where their bits are among the words of a point. */
const storedDays = Array.from({ length: DAYS }, (_, day) => toStoredDay(day))

function toStoredDay(day: number): { parts: Parts; word: number; shift: number } {
  if (day < 2) return { parts: halfHours, word: day, shift: 0 }
  if (day < 8) return { parts: hours, word: 1 + Math.floor(day / 2), shift: 16 * (day % 2) }
  return { parts: quarters, word: 4 + Math.floor(day / 8), shift: 4 * (day % 8) }
}

/** A power of two. A query has a few: of each notice, of today also of each closing. */
const SPANS = 256

/** Instead of an instant. UNDECIDED: the spans must be read. */
export const NO_START = -1
export const UNDECIDED = -2

/**
 * In which parts of each day the first service of a point can begin, with some barber: what most queries need to know of most points,
 * in 32 bytes that lie beside those of their neighbours.
 */
export class DayParts {
  #words = new Int32Array(64 * WORDS)
  /** Those that were looked up before. */
  readonly #spans = Array.from({ length: SPANS }, () => new SpanOfParts())

  ensureCapacity(points: number) {
    if (points * WORDS > this.#words.length) this.#words = enlarge(this.#words, points * WORDS)
  }

  write(point: number, { days, barbers, gridMinutes, durationMin, bufferMin }: UpcomingSlots) {
    this.#words.fill(0, WORDS * point, WORDS * (point + 1))
    const lists = barbers ?? [{ days, first: { durationMin, bufferMin } }]
    for (const { days: spansByDay, first } of lists)
      for (const [day, { parts, word, shift }] of storedDays.entries())
        for (const span of spansByDay[day] ?? [])
          if (first) this.#add(WORDS * point + word, parts.list(span, first, gridMinutes) << shift)
  }

  #add(word: number, bits: number) {
    this.#words[word] = i32(this.#words, word) | bits
  }

  /**
   * Of two instants, in minutes since the first day of the point and the second one exclusive: an instant between them with a start at
   * it or later, as late as it is known. NO_START, or UNDECIDED.
   */
  findStart(point: number, from: number, until: number): number {
    // As #openSpan(), a call of which costs as much as all the rest: V8 does not always inline it here.
    const span = this.#spans[(from + 7 * until) & (SPANS - 1)] as SpanOfParts
    if (from !== span.from || until !== span.until) span.set(from, until)
    const bits = i32(this.#words, WORDS * point + span.word) >>> span.shift
    const whole = bits & span.whole
    if (whole !== 0) return span.begin + (span.begins[31 - Math.clz32(whole)] as number)
    return (bits & span.touched) !== 0 ? UNDECIDED : span.none
  }

  /** Between the same instants, one that no start between them is before; only of days that are stored it is after the first. */
  findBound(point: number, from: number, until: number): number {
    const span = this.#openSpan(from, until)
    const bits = (i32(this.#words, WORDS * point + span.word) >>> span.shift) & span.touched
    if (bits === 0) return span.none === NO_START ? until : from
    return Math.max(from, span.begin + (span.begins[31 - Math.clz32(bits & -bits)] as number))
  }

  #openSpan(from: number, until: number): SpanOfParts {
    const span = this.#spans[(from + 7 * until) & (SPANS - 1)] as SpanOfParts
    if (from !== span.from || until !== span.until) span.set(from, until)
    return span
  }
}

/** Where to look for starts between two instants, which are the same for most points of a query. */
class SpanOfParts {
  from = 0
  until = 0
  begin = 0
  begins = quarters.begins
  word = 0
  shift = 0
  /** The parts that are within the span, and those that have some of its minutes. */
  whole = 0
  touched = 0
  /** What it means that none of them has a start. */
  none = UNDECIDED

  set(from: number, until: number) {
    const day = Math.floor(from / DAY)
    const stored = storedDays[day]
    const { parts, word, shift } = stored ?? toStoredDay(0)
    this.from = from
    this.until = until
    this.begin = day * DAY
    this.begins = parts.begins
    this.word = word
    this.shift = shift
    const first = from - this.begin
    const end = Math.min(until - this.begin, DAY)
    this.whole = stored ? i32(parts.beginFrom, first) & i32(parts.endBy, end) : 0
    this.touched = stored ? i32(parts.beginBefore, end) & i32(parts.endAfter, first) : 0
    this.none = stored && until <= this.begin + DAY ? NO_START : UNDECIDED
  }
}
