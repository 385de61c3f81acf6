import type { BusinessDays, LocalSpans, OpeningPatterns } from './opening-patterns.ts'
import {
  SLOT_DAY_MINUTES,
  SLOT_STEP_MINUTES,
  SlotDays,
  type SlotDuration,
  SOME_BARBER,
  type StartSpan,
  type TimeTest,
} from './slot-days.ts'
import { enlarge, f64, i32, u8, u16 } from './typed-arrays.ts'

/**
 * When a barbershop can be booked, for services of any duration. All instants are epoch minutes and multiples of SLOT_STEP_MINUTES.
 * What depends on the present is left to the query: the minimum notice, the booking window and the business day.
 */
export type UpcomingSlots = {
  /** No start before this is known. */
  knownFrom: number
  /** Every start before this is known. */
  knownUntil: number
  gridMinutes: number
  /** When the first day begins. */
  firstDay: number
  /** The starts of that day and the days after it, in the order of `first`. Each is on the grid. */
  days: readonly (readonly StartSpan[])[]
  /** Where barbers differ in services, each of them in their order; `first` is null for one without the first service. */
  barbers?: readonly { days: readonly (readonly StartSpan[])[]; first: SlotDuration | null }[] | undefined
  noticeMinutes: number
  windowDays: number
  /** Of the barbershop's first service. */
  durationMin: number
  bufferMin: number
  /** Of its shortest one. */
  minDurationMin: number
}

/** What holds from an instant (milliseconds since 1970) on: the first version now, further ones when a hold ends. */
export type SlotsVersion = { from: number; slots: UpcomingSlots }

/** Of a barbershop without barbers or services. */
export const neverFree: UpcomingSlots = {
  knownFrom: 0,
  knownUntil: 2 ** 31 - 1,
  gridMinutes: SLOT_STEP_MINUTES,
  firstDay: 0,
  days: [],
  noticeMinutes: 0,
  windowDays: 0,
  durationMin: 0,
  bufferMin: 0,
  minDurationMin: 0,
}

const DAY = SLOT_DAY_MINUTES
/** No local day is shorter or longer than a day by more than this. */
const DST_MINUTES = 120

/** Of the points that a query misses so many are noted. */
const MAX_MISSING = 200

/** A query for free starts at one instant. */
export type SlotQuery = {
  /** The first whole minute that has not passed. */
  minute: number
  /** The current minute. */
  epochMinute: number
  today: BusinessDays
  /** Some of the points whose starts had to be known and are not: with any the result is not exact. */
  missing: Set<number>
  /** Until which minute what was found since this was set stays as it is, if no point changes. */
  validUntil: number
}

/** Instants between which a service must begin, the second one exclusive. */
type SlotSpan = { from: number; until: number }

/** When each point can be booked: 19 bytes each, and its days. */
export class SlotTable {
  #from = new Int32Array(64)
  #until = new Int32Array(64)
  #notices = new Int32Array(64)
  #windows = new Uint16Array(64)
  #durations = new Uint16Array(64)
  #minDurations = new Uint16Array(64)
  #buffers = new Uint8Array(64)
  readonly #days = new SlotDays()
  /** Where barbers differ, the time of the first service with each. */
  readonly #ofBarbers = new Map<number, readonly (SlotDuration | null)[]>()
  /** Of the point that is being tested. The shortest service has no buffer. */
  readonly #firstTime = { durationMin: 0, bufferMin: 0 }
  readonly #shortest = { durationMin: 0, bufferMin: 0 }
  readonly #patterns: OpeningPatterns

  constructor(patterns: OpeningPatterns) {
    this.#patterns = patterns
  }

  ensureCapacity(points: number) {
    if (points <= this.#buffers.length) return
    const capacity = Math.ceil(points * 1.25) + 64
    this.#from = enlarge(this.#from, capacity)
    this.#until = enlarge(this.#until, capacity)
    this.#notices = enlarge(this.#notices, capacity)
    this.#windows = enlarge(this.#windows, capacity)
    this.#durations = enlarge(this.#durations, capacity)
    this.#minDurations = enlarge(this.#minDurations, capacity)
    this.#buffers = enlarge(this.#buffers, capacity)
  }

  isKnown(point: number): boolean {
    return this.#days.isKnown(point)
  }

  forget(point: number) {
    this.ensureCapacity(point + 1)
    this.#days.forget(point)
    this.#ofBarbers.delete(point)
  }

  write(point: number, slots: UpcomingSlots) {
    this.ensureCapacity(point + 1)
    this.#from[point] = slots.knownFrom
    this.#until[point] = slots.knownUntil
    this.#notices[point] = slots.noticeMinutes
    this.#windows[point] = slots.windowDays
    this.#durations[point] = slots.durationMin
    this.#minDurations[point] = slots.minDurationMin
    this.#buffers[point] = slots.bufferMin
    this.#days.write(point, slots)
    const times = slots.barbers?.map(({ first }) => first)
    if (times) this.#ofBarbers.set(point, times)
    else this.#ofBarbers.delete(point)
  }

  /** Whether the first service passes the test, with any barber or with one of those who differ. */
  someFirst(point: number, test: TimeTest): boolean {
    const ofBarbers = this.#ofBarbers.size > 0 ? this.#ofBarbers.get(point) : undefined
    if (ofBarbers) return ofBarbers.some((time, barber) => time !== null && test(time, barber))
    this.#firstTime.durationMin = u16(this.#durations, point)
    this.#firstTime.bufferMin = u8(this.#buffers, point)
    return test(this.#firstTime, SOME_BARBER)
  }

  /** Whether the point should be loaded again: it is unknown, or older than a day. */
  isDue(point: number, minute: number): boolean {
    if (!this.isKnown(point)) return true
    return i32(this.#until, point) !== neverFree.knownUntil && minute - i32(this.#from, point) > DAY
  }

  /** For every service a lower bound of findNextFree() from that minute on, until the upcoming slots of the point are written again. */
  findBound(point: number, minute: number): number {
    const from = minute + i32(this.#notices, point)
    this.#shortest.durationMin = u16(this.#minDurations, point)
    const start = this.#days.findFirst(point, from, this.#shortest, SOME_BARBER)
    return start >= 0 ? start : i32(this.#until, point)
  }

  /**
   * The first start of a service that may be booked, from an instant on; Infinity when none may. A lower bound of it when not enough is
   * known.
   */
  findNextFree(point: number, pattern: number, query: SlotQuery, time: SlotDuration, barber: number): number {
    const earliest = query.minute + i32(this.#notices, point)
    if (!this.isKnown(point) || earliest < i32(this.#from, point)) return this.#miss(point, query)
    const windowDays = u16(this.#windows, point)
    const start = this.#days.findFirst(point, earliest, time, barber)
    if (start >= 0) return this.#isInWindow(start, windowDays, pattern, query) ? start : Number.POSITIVE_INFINITY
    const until = i32(this.#until, point)
    if (!this.#isInWindow(until, windowDays, pattern, query)) return Number.POSITIVE_INFINITY
    this.#miss(point, query)
    return until
  }

  /** Whether a start of the business day is left that ends before its last closing. */
  isFreeToday(point: number, pattern: number, query: SlotQuery, time: SlotDuration, barber: number): boolean {
    const { opens, closes, validUntil } = query.today
    const span = { from: f64(opens, pattern), until: f64(closes, pattern) - time.durationMin + 1 }
    return this.#isFreeIn(point, { ...span, midnight: f64(validUntil, pattern) }, query, time, barber)
  }

  /** Whether a service can begin between two local times of a day, of which spans are made for each pattern. */
  isFreeOn(
    point: number,
    pattern: number,
    { spans, query }: { spans: LocalSpans; query: SlotQuery },
    time: SlotDuration,
    barber: number,
  ): boolean {
    const until = f64(spans.validUntil, pattern)
    const days = i32(spans.daysAhead, pattern)
    if (days < 0 || (this.isKnown(point) && days > u16(this.#windows, point))) return noteValidity(query, until, false)
    const span = { from: f64(spans.from, pattern), until: f64(spans.until, pattern), midnight: until }
    return this.#isFreeIn(point, span, query, time, barber)
  }

  /** The first start between two local times of a day, Infinity when there is none. */
  findFreeOn(
    point: number,
    pattern: number,
    { spans, query }: { spans: LocalSpans; query: SlotQuery },
    time: SlotDuration,
    barber: number,
  ): number {
    if (!this.isKnown(point)) return this.#miss(point, query)
    const from = Math.max(query.minute + i32(this.#notices, point), f64(spans.from, pattern))
    const start = this.#days.findFirst(point, from, time, barber)
    return start >= 0 && start < f64(spans.until, pattern) ? start : Number.POSITIVE_INFINITY
  }

  /** The last start decides until when the result stays true; `midnight` is when it may become true without a change. */
  #isFreeIn(
    point: number,
    { from, until, midnight }: SlotSpan & { midnight: number },
    query: SlotQuery,
    time: SlotDuration,
    barber: number,
  ): boolean {
    const notice = i32(this.#notices, point)
    if (until <= query.minute) return noteValidity(query, midnight, false)
    const earliest = Math.max(query.minute + notice, from)
    if (!this.isKnown(point) || earliest < i32(this.#from, point)) return this.#miss(point, query) > 0
    if (earliest >= until) return noteValidity(query, midnight, false)
    const last = this.#days.findLast(point, { from: earliest, until }, time, barber)
    if (last >= 0) return noteValidity(query, Math.min(midnight, last - notice), true)
    if (until > i32(this.#until, point)) this.#miss(point, query)
    return noteValidity(query, midnight, false)
  }

  /** -Infinity, a bound below every start. */
  #miss(point: number, { missing }: SlotQuery): number {
    if (missing.size < MAX_MISSING) missing.add(point)
    return Number.NEGATIVE_INFINITY
  }

  /** Only instants near the end of the window need its exact end. */
  #isInWindow(instant: number, windowDays: number, pattern: number, { epochMinute }: SlotQuery): boolean {
    const distance = instant - epochMinute
    if (distance <= DAY * windowDays - DST_MINUTES) return true
    if (distance >= DAY * (windowDays + 1) + DST_MINUTES) return false
    return instant < this.#patterns.findWindowEnd(pattern, epochMinute, windowDays)
  }
}

function noteValidity(query: SlotQuery, until: number, result: boolean): boolean {
  if (until < query.validUntil) query.validUntil = until
  return result
}
