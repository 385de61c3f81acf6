import type { BusinessDays, OpeningPatterns } from './opening-patterns.ts'
import { enlarge, f64, i32, u8, u16 } from './typed-arrays.ts'

/**
 * When a barbershop can be booked for its shortest service. All instants are epoch minutes and multiples of SLOT_STEP_MINUTES.
 * What depends on the present is left to the query: the minimum notice, the booking window and the business day.
 */
export type UpcomingSlots = {
  /** No start before this is known. */
  knownFrom: number
  /** Every start before this is known. */
  knownUntil: number
  gridMinutes: number
  /** First and last start of at most MAX_SLOT_RANGES ranges, repeated, in order; each step of the grid between both is a start. */
  ranges: readonly number[]
  noticeMinutes: number
  windowDays: number
  durationMin: number
}

/** What holds from an instant (milliseconds since 1970) on: the first version now, further ones when a hold ends. */
export type SlotsVersion = { from: number; slots: UpcomingSlots }

export const MAX_SLOT_RANGES = 16
/** The unit of starts in memory. Every grid is a multiple of it, and so is every offset of a time zone. */
export const SLOT_STEP_MINUTES = 5
/** Starts this many steps after `knownFrom` do not fit. */
export const MAX_SLOT_STEPS = 65_535
/** Of a barbershop without barbers or services. */
export const neverFree: UpcomingSlots = {
  knownFrom: 0,
  knownUntil: 2 ** 31 - 1,
  gridMinutes: SLOT_STEP_MINUTES,
  ranges: [],
  noticeMinutes: 0,
  windowDays: 0,
  durationMin: 0,
}

const WIDTH = 2 * MAX_SLOT_RANGES
const DAY = 1440
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
}

/** The free starts of each point, 79 bytes each. */
export class SlotTable {
  #from = new Int32Array(64)
  #until = new Int32Array(64)
  #notices = new Int32Array(64)
  #windows = new Int32Array(64)
  #durations = new Int32Array(64)
  /** 0: nothing is known. */
  #grids = new Uint8Array(64)
  #counts = new Uint8Array(64)
  #ranges = new Uint16Array(64 * WIDTH)
  readonly #patterns: OpeningPatterns

  constructor(patterns: OpeningPatterns) {
    this.#patterns = patterns
  }

  ensureCapacity(points: number) {
    if (points <= this.#grids.length) return
    const capacity = Math.ceil(points * 1.25) + 64
    this.#from = enlarge(this.#from, capacity)
    this.#until = enlarge(this.#until, capacity)
    this.#notices = enlarge(this.#notices, capacity)
    this.#windows = enlarge(this.#windows, capacity)
    this.#durations = enlarge(this.#durations, capacity)
    this.#grids = enlarge(this.#grids, capacity)
    this.#counts = enlarge(this.#counts, capacity)
    this.#ranges = enlarge(this.#ranges, capacity * WIDTH)
  }

  isKnown(point: number): boolean {
    return u8(this.#grids, point) > 0
  }

  forget(point: number) {
    this.ensureCapacity(point + 1)
    this.#grids[point] = 0
  }

  write(point: number, slots: UpcomingSlots) {
    this.ensureCapacity(point + 1)
    const { knownFrom, ranges } = slots
    this.#from[point] = knownFrom
    this.#until[point] = slots.knownUntil
    this.#notices[point] = slots.noticeMinutes
    this.#windows[point] = slots.windowDays
    this.#durations[point] = slots.durationMin
    this.#grids[point] = slots.gridMinutes
    this.#counts[point] = ranges.length / 2
    for (const [index, start] of ranges.entries())
      this.#ranges[WIDTH * point + index] = (start - knownFrom) / SLOT_STEP_MINUTES
  }

  /** Whether the point should be loaded again: unknown, older than a day, or few starts left although later ones may exist. */
  isDue(point: number, minute: number): boolean {
    if (!this.isKnown(point)) return true
    if (i32(this.#until, point) === neverFree.knownUntil) return false
    if (minute - i32(this.#from, point) > DAY) return true
    const count = u8(this.#counts, point)
    if (count === MAX_SLOT_RANGES) return this.#toStart(point, 2 * (count - 3)) < minute
    const hasWindow = i32(this.#until, point) >= minute + DAY * (i32(this.#windows, point) + 1)
    return !hasWindow && count > 0 && this.#toStart(point, 2 * count - 1) < minute + i32(this.#notices, point) + DAY / 2
  }

  /** A lower bound for what findNextFree() returns from that minute on, until the upcoming slots of the point are written again. */
  findBound(point: number, minute: number): number {
    const start = this.findStart(point, minute + i32(this.#notices, point))
    return start >= 0 ? start : i32(this.#until, point)
  }

  /** The first start that may be booked, Infinity when none may. A lower bound of it when not enough is known. */
  findNextFree(point: number, pattern: number, query: SlotQuery): number {
    const earliest = query.minute + i32(this.#notices, point)
    if (!this.isKnown(point) || earliest < i32(this.#from, point)) return this.#miss(point, query)
    const windowDays = i32(this.#windows, point)
    const start = this.findStart(point, earliest)
    if (start >= 0) return this.#isInWindow(start, windowDays, pattern, query) ? start : Number.POSITIVE_INFINITY
    const until = i32(this.#until, point)
    if (!this.#isInWindow(until, windowDays, pattern, query)) return Number.POSITIVE_INFINITY
    this.#miss(point, query)
    return until
  }

  /** Whether a start of the business day is left that ends before its last closing. */
  isFreeToday(point: number, pattern: number, query: SlotQuery): boolean {
    const { today } = query
    const closes = f64(today.closes, pattern)
    if (closes <= query.minute) return false
    const earliest = Math.max(query.minute + i32(this.#notices, point), f64(today.opens, pattern))
    if (!this.isKnown(point) || earliest < i32(this.#from, point)) return this.#miss(point, query) > 0
    const last = closes - i32(this.#durations, point)
    if (earliest > last) return false
    const start = this.findStart(point, earliest)
    if (start >= 0) return start <= last
    if (last >= i32(this.#until, point)) this.#miss(point, query)
    return false
  }

  /** The first known start at or after an instant, -1 when there is none. */
  findStart(point: number, from: number): number {
    const [grid, width] = [u8(this.#grids, point), 2 * u8(this.#counts, point)]
    for (let index = 0; index < width; index += 2) {
      const last = this.#toStart(point, index + 1)
      if (last < from) continue
      const first = this.#toStart(point, index)
      const start = first >= from ? first : first + Math.ceil((from - first) / grid) * grid
      if (start <= last) return start
    }
    return -1
  }

  #toStart(point: number, index: number): number {
    return i32(this.#from, point) + SLOT_STEP_MINUTES * u16(this.#ranges, WIDTH * point + index)
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
