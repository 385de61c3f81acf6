import { IntegerLists } from '../points/integer-lists.ts'
import type { OpeningPatterns, ZonedSpan } from '../points/opening-patterns.ts'
import { enlarge, i32 } from '../points/typed-arrays.ts'
import { noteMissing, type QueryTime } from './query-time.ts'
import { appendDays, findFirstStart, SLOT_DAY_MINUTES } from './slot-days.ts'
import { neverFree, type UpcomingSlots } from './upcoming-slots.ts'

/** A test of a service with one barber, by number, or with any. */
export type TimeTest = (durationMin: number, bufferMin: number, barber: number) => boolean

/** Instead of the number of a barber: the starts that some barber has. */
export const SOME_BARBER = -1

const DAY = SLOT_DAY_MINUTES
/** No local day is shorter or longer than a day by more than this. */
const DST_MINUTES = 120

/** The first numbers of the list of a point. Then follow those of each barber where they differ, the days of all, and those of each. */
const FIRST_DAY = 0
const KNOWN_FROM = 1
const KNOWN_UNTIL = 2
const GRID = 3
const NOTICE = 4
const WINDOW_DAYS = 5
const DURATION = 6
const BUFFER = 7
const BARBERS = 8
const HEAD = 9
/** Where the days of a barber begin, and the first service; its duration is NOT_OFFERED where there is none. */
const BARBER_DAYS = 0
const BARBER_DURATION = 1
const BARBER_BUFFER = 2
const BARBER_NUMBERS = 3
const NOT_OFFERED = -1

const NO_START = -1
const NEVER = neverFree.knownUntil

/** When each point can be booked, as a list of numbers: some 250 bytes with appointments within a week. */
export class SlotTable {
  readonly #lists = new IntegerLists()
  readonly #patterns: OpeningPatterns
  /** By point: the next start of its first service, NEVER for none, as it was found last, and the last minute in which it is so. */
  #nextStarts = new Int32Array(64)
  #nextUntil = new Int32Array(64)
  /** By point: the duration of its first service, 0 where barbers differ. */
  #durations = new Int32Array(64)

  constructor(patterns: OpeningPatterns) {
    this.#patterns = patterns
  }

  isKnown(point: number): boolean {
    return this.#lists.length(point) > 0
  }

  forget(point: number) {
    if (!this.isKnown(point)) return
    this.#lists.write(point, [])
    this.#nextUntil[point] = 0
  }

  write(point: number, slots: UpcomingSlots) {
    const { firstDay, knownFrom, knownUntil, gridMinutes, noticeMinutes, windowDays, durationMin, bufferMin } = slots
    const barbers = slots.barbers ?? []
    const from = Math.max(knownFrom, firstDay + noticeMinutes)
    const list = [firstDay, from, knownUntil, gridMinutes, noticeMinutes, windowDays, durationMin, bufferMin]
    list.push(barbers.length)
    for (const { first } of barbers) list.push(0, first?.durationMin ?? NOT_OFFERED, first?.bufferMin ?? 0)
    appendDays(list, slots.days)
    for (const [barber, { days }] of barbers.entries()) {
      list[HEAD + BARBER_NUMBERS * barber + BARBER_DAYS] = list.length
      appendDays(list, days)
    }
    this.#lists.write(point, list)
    this.#ensureCapacity(point + 1)
    this.#nextUntil[point] = 0
    this.#durations[point] = barbers.length === 0 ? durationMin : 0
  }

  #ensureCapacity(points: number) {
    if (points <= this.#nextStarts.length) return
    const capacity = Math.ceil(1.25 * points) + 64
    this.#nextStarts = enlarge(this.#nextStarts, capacity)
    this.#nextUntil = enlarge(this.#nextUntil, capacity)
    this.#durations = enlarge(this.#durations, capacity)
  }

  /** Whether the first service passes the test, with any barber or with one of those who differ. Of an unknown point as of a known one. */
  someFirst(point: number, test: TimeTest): boolean {
    if (!this.isKnown(point)) return test(0, 0, SOME_BARBER)
    const barbers = this.#read(point, BARBERS)
    if (barbers === 0) return test(this.#read(point, DURATION), this.#read(point, BUFFER), SOME_BARBER)
    for (let barber = 0; barber < barbers; barber++) {
      const at = HEAD + BARBER_NUMBERS * barber
      const duration = this.#read(point, at + BARBER_DURATION)
      if (duration !== NOT_OFFERED && test(duration, this.#read(point, at + BARBER_BUFFER), barber)) return true
    }
    return false
  }

  /** Whether the point should be loaded again: it is unknown, or older than a day. */
  isDue(point: number, minute: number): boolean {
    if (!this.isKnown(point)) return true
    return this.#read(point, KNOWN_UNTIL) !== NEVER && minute - this.#read(point, KNOWN_FROM) > DAY
  }

  /** The next start of the first service that may be booked, with any barber, as findNextFree(). */
  findNextOfFirst(point: number, pattern: number, time: QueryTime): number {
    const start = this.#readNext(point, pattern, time)
    if (start !== NO_START) return start === NEVER ? Number.POSITIVE_INFINITY : start
    let next = Number.POSITIVE_INFINITY
    this.someFirst(point, (durationMin, bufferMin, barber) => {
      next = Math.min(next, this.findNextFree(point, pattern, time, durationMin, bufferMin, barber))
      return false
    })
    return next
  }

  /** The same as it was found last, if it is still so; NO_START when it is none in the window, or not known. */
  #readNext(point: number, pattern: number, time: QueryTime): number {
    if (!this.isKnown(point)) return NO_START
    if (time.minute <= i32(this.#nextUntil, point)) return i32(this.#nextStarts, point)
    const earliest = time.minute + this.#read(point, NOTICE)
    if (earliest < this.#read(point, KNOWN_FROM)) return NO_START
    let next = NEVER
    this.someFirst(point, (durationMin, bufferMin, barber) => {
      const start = this.#find(this.#lists.start(point), earliest, NEVER, durationMin, bufferMin, barber)
      if (start !== NO_START && start < next) next = start
      return false
    })
    const isNever = next === NEVER && this.#read(point, KNOWN_UNTIL) === NEVER
    if (!isNever && !this.#isInWindow(next, this.#read(point, WINDOW_DAYS), pattern, time)) return NO_START
    this.#nextStarts[point] = next
    this.#nextUntil[point] = isNever ? NEVER : next - this.#read(point, NOTICE)
    return next
  }

  /**
   * The first start of a service that may be booked, from an instant on; Infinity when none may. A lower bound of it when not enough is
   * known.
   */
  findNextFree(
    point: number,
    pattern: number,
    time: QueryTime,
    durationMin: number,
    bufferMin: number,
    barber: number,
  ): number {
    if (!this.isKnown(point)) return noteMissing(time, point)
    const earliest = time.minute + this.#read(point, NOTICE)
    if (earliest < this.#read(point, KNOWN_FROM)) return noteMissing(time, point)
    const start = this.#find(this.#lists.start(point), earliest, NEVER, durationMin, bufferMin, barber)
    return this.#limit(point, start >= 0 ? start : this.#read(point, KNOWN_UNTIL), pattern, time)
  }

  /** Infinity for a start after the booking window. */
  #limit(point: number, start: number, pattern: number, time: QueryTime): number {
    if (!this.#isInWindow(start, this.#read(point, WINDOW_DAYS), pattern, time)) return Number.POSITIVE_INFINITY
    if (start === this.#read(point, KNOWN_UNTIL)) noteMissing(time, point)
    return start
  }

  /** Whether a start of the business day is left that ends before its last closing. */
  isFreeToday(
    point: number,
    { from, until }: ZonedSpan,
    time: QueryTime,
    durationMin: number,
    bufferMin: number,
    barber: number,
  ): boolean {
    return this.#findIn(point, from, until - durationMin + 1, time, durationMin, bufferMin, barber) >= 0
  }

  /** The same of the first service, with any barber: by its next start where that decides. */
  isFirstFreeToday(point: number, pattern: number, span: ZonedSpan, time: QueryTime): boolean {
    const start = span.until > time.minute ? this.#readNext(point, pattern, time) : NEVER
    if (start >= span.until) return false
    const duration = start < span.from ? 0 : i32(this.#durations, point)
    if (duration > 0) return start + duration <= span.until
    return this.someFirst(point, (durationMin, bufferMin, barber) =>
      this.isFreeToday(point, span, time, durationMin, bufferMin, barber),
    )
  }

  /** Whether a service can begin between two local times of a day. */
  isFreeOn(
    point: number,
    span: ZonedSpan,
    time: QueryTime,
    durationMin: number,
    bufferMin: number,
    barber: number,
  ): boolean {
    const { daysAhead } = span
    if (daysAhead < 0 || (this.isKnown(point) && daysAhead > this.#read(point, WINDOW_DAYS))) return false
    return this.#findIn(point, span.from, span.until, time, durationMin, bufferMin, barber) >= 0
  }

  /** The first start between two local times of a day, Infinity when there is none. */
  findFreeOn(
    point: number,
    span: ZonedSpan,
    time: QueryTime,
    durationMin: number,
    bufferMin: number,
    barber: number,
  ): number {
    const start = this.#findIn(point, span.from, span.until, time, durationMin, bufferMin, barber)
    return start === NO_START ? Number.POSITIVE_INFINITY : start
  }

  /** The first start that can be booked between two instants, the second one exclusive; NO_START, or -Infinity when it is not known. */
  #findIn(
    point: number,
    from: number,
    until: number,
    time: QueryTime,
    durationMin: number,
    bufferMin: number,
    barber: number,
  ): number {
    if (until <= time.minute) return NO_START
    if (!this.isKnown(point)) return noteMissing(time, point)
    const { entries } = this.#lists
    const list = this.#lists.start(point)
    const earliest = Math.max(time.minute + i32(entries, list + NOTICE), from)
    if (earliest < i32(entries, list + KNOWN_FROM)) return noteMissing(time, point)
    if (earliest >= until) return NO_START
    const start = this.#find(list, earliest, until, durationMin, bufferMin, barber)
    if (start === NO_START && until > i32(entries, list + KNOWN_UNTIL)) return noteMissing(time, point)
    return start
  }

  /** Finds a start for the point whose list begins there. */
  #find(list: number, from: number, until: number, durationMin: number, bufferMin: number, barber: number): number {
    const { entries } = this.#lists
    const firstDay = i32(entries, list + FIRST_DAY)
    const days = list + this.#findDays(list, barber)
    const grid = i32(entries, list + GRID)
    const first = findFirstStart(entries, days, from - firstDay, until - firstDay, durationMin, bufferMin, grid)
    return first < 0 ? NO_START : firstDay + first
  }

  /** Where the days of a barber begin, from the first number of the point on; those of all barbers while these do not differ. */
  #findDays(start: number, barber: number): number {
    const { entries } = this.#lists
    const barbers = i32(entries, start + BARBERS)
    if (barber === SOME_BARBER || barber >= barbers) return HEAD + BARBER_NUMBERS * barbers
    return i32(entries, start + HEAD + BARBER_NUMBERS * barber + BARBER_DAYS)
  }

  #read(point: number, number: number): number {
    return this.#lists.entry(this.#lists.start(point) + number)
  }

  /** Only instants near the end of the window need its exact end. */
  #isInWindow(instant: number, windowDays: number, pattern: number, { epochMinute }: QueryTime): boolean {
    const distance = instant - epochMinute
    if (distance <= DAY * windowDays - DST_MINUTES) return true
    if (distance >= DAY * (windowDays + 1) + DST_MINUTES) return false
    return instant < this.#patterns.findWindowEnd(pattern, epochMinute, windowDays)
  }
}
