import { lowestBit } from '../points/known-matches.ts'
import type { OpeningPatterns, ZonedSpan } from '../points/opening-patterns.ts'
import { enlarge, i32, u16 } from '../points/typed-arrays.ts'
import { DayParts, NO_START, UNDECIDED } from './day-parts.ts'
import { SlotDays, SOME_BARBER, type TimeTest } from './slot-days.ts'
import { noteValidity, type SlotQuery } from './slot-query.ts'
import { type SlotSettings, SlotSettingsTable, toSlotSettings } from './slot-settings.ts'
import { SLOT_DAY_MINUTES, type SlotDuration } from './slot-spans.ts'
import { neverFree, type UpcomingSlots } from './upcoming-slots.ts'

const DAY = SLOT_DAY_MINUTES
/** No local day is shorter or longer than a day by more than this. */
const DST_MINUTES = 120

/** Of the points that a query misses so many are noted. */
const MAX_MISSING = 200

/** What a prefilter reads of the tree: the span of each pattern, in which the service must begin, with `mustEnd` also end. */
type PrefilterSource = {
  members: Int32Array
  patterns: Int32Array
  spans: readonly ZonedSpan[]
  mustEnd: boolean
  /** Whether what is known of the first service is also so for those that were selected. */
  holdsForServices: ((point: number, isFree: boolean, first: SlotDuration) => boolean) | undefined
}

/** A tenth more than needed is copied seldom enough when points are added. */
const GROWTH = 1.1
/** Known instants in memory: from `firstDay` on, the first one also from the notice on, rounded so that less is known. */
const KNOWN_UNTIL_STEP = 15
const MAX_KNOWN = 0xffff
/** Instead of the end of what is known: there is never a start. */
const NEVER = MAX_KNOWN

/** When each point can be booked: 22 bytes each, the parts of its days, and its days. */
export class SlotTable {
  #from = new Uint16Array(64)
  /** Until when every start is known by parts of days, and until when its days are stored: not later. */
  #until = new Uint16Array(64)
  #listedUntil = new Uint16Array(64)
  readonly #settings = new SlotSettingsTable()
  readonly #days: SlotDays
  readonly #parts = new DayParts()
  readonly #patterns: OpeningPatterns

  constructor(patterns: OpeningPatterns, minListBytes: number | undefined) {
    this.#patterns = patterns
    this.#days = new SlotDays(minListBytes)
  }

  ensureCapacity(points: number) {
    if (points <= this.#from.length) return
    const capacity = Math.ceil(points * GROWTH)
    this.#from = enlarge(this.#from, capacity)
    this.#until = enlarge(this.#until, capacity)
    this.#listedUntil = enlarge(this.#listedUntil, capacity)
    this.#settings.ensureCapacity(capacity)
    this.#days.ensureCapacity(capacity)
    this.#parts.ensureCapacity(capacity)
  }

  isKnown(point: number): boolean {
    return this.#settings.isKnown(point)
  }

  forget(point: number) {
    if (!this.isKnown(point)) return
    this.#settings.forget(point)
    this.#days.remove(point)
  }

  /** What does not fit in memory is not known: no barbershop has it. `isMissed`: a query needed days that are not stored. */
  write(point: number, slots: UpcomingSlots, isMissed = false) {
    this.ensureCapacity(point + 1)
    const { firstDay, knownFrom, knownUntil, noticeMinutes } = slots
    const from = Math.max(0, knownFrom - noticeMinutes - firstDay)
    const until = Math.min(MAX_KNOWN - 1, Math.floor((knownUntil - firstDay) / KNOWN_UNTIL_STEP))
    if (from > MAX_KNOWN || until < 0) return this.forget(point)
    const listedMinutes = this.#days.write(point, slots, isMissed)
    this.#parts.write(point, slots)
    this.#from[point] = from
    this.#until[point] = knownUntil === neverFree.knownUntil ? NEVER : until
    this.#listedUntil[point] = Math.min(u16(this.#until, point), listedMinutes / KNOWN_UNTIL_STEP)
    this.#settings.write(point, toSlotSettings(slots))
  }

  /** Whether the first service passes the test, with any barber or with one of those who differ. Of an unknown point as of a known one. */
  someFirst(point: number, test: TimeTest): boolean {
    const settings = this.#settings.find(point)
    if (settings === undefined) return test(noTime, SOME_BARBER)
    if (settings.ofBarbers === undefined) return test(settings.first, SOME_BARBER)
    return settings.ofBarbers.some((time, barber) => time !== null && test(time, barber))
  }

  /** Every start from here on is known. */
  #knownFrom(point: number, noticeMinutes: number): number {
    return this.#days.firstDay(point) + noticeMinutes + u16(this.#from, point)
  }

  /** Every start before this is known, by parts of days or by the list of days. */
  #knownUntil(point: number, ends: Uint16Array): number {
    const until = u16(ends, point)
    return until === NEVER ? neverFree.knownUntil : this.#days.firstDay(point) + KNOWN_UNTIL_STEP * until
  }

  /** Whether later days of the point were not stored. */
  isCut(point: number): boolean {
    return u16(this.#listedUntil, point) < u16(this.#until, point)
  }

  /** Whether the point should be loaded again: it is unknown, or older than a day. */
  isDue(point: number, minute: number): boolean {
    const settings = this.#settings.find(point)
    if (!settings) return true
    return u16(this.#until, point) !== NEVER && minute - this.#knownFrom(point, settings.noticeMinutes) > DAY
  }

  /** A lower bound of findFreeOn() for the first service, with every barber: by the parts of its days. */
  findBoundOn(point: number, { from, until }: ZonedSpan): number {
    const firstDay = this.#days.firstDay(point)
    return firstDay + this.#parts.findBound(point, from - firstDay, until - firstDay)
  }

  /** Of a known point: for every service a lower bound of findNextFree() from that minute on, until its upcoming slots are written again. */
  findBound(point: number, minute: number): number {
    const { noticeMinutes, gridMinutes, shortest } = this.#settings.find(point) as SlotSettings
    const start = this.#days.findFirst(point, minute + noticeMinutes, shortest, SOME_BARBER, gridMinutes)
    return start >= 0 ? start : this.#knownUntil(point, this.#listedUntil)
  }

  /**
   * The first start of a service that may be booked, from an instant on; Infinity when none may. A lower bound of it when not enough is
   * known.
   */
  findNextFree(point: number, pattern: number, query: SlotQuery, time: SlotDuration, barber: number): number {
    const settings = this.#settings.find(point)
    if (!settings) return this.#miss(point, query)
    const { noticeMinutes, windowDays, gridMinutes } = settings
    const earliest = query.minute + noticeMinutes
    if (earliest < this.#knownFrom(point, noticeMinutes)) return this.#miss(point, query)
    const start = this.#days.findFirst(point, earliest, time, barber, gridMinutes)
    if (start >= 0) return this.#isInWindow(start, windowDays, pattern, query) ? start : Number.POSITIVE_INFINITY
    const until = this.#knownUntil(point, this.#listedUntil)
    if (!this.#isInWindow(until, windowDays, pattern, query)) return Number.POSITIVE_INFINITY
    this.#miss(point, query)
    return until
  }

  /** Whether a start of the business day is left that ends before its last closing. */
  isFreeToday(point: number, span: ZonedSpan, query: SlotQuery, time: SlotDuration, barber: number): boolean {
    return this.#isFreeIn(point, span, span.until - time.durationMin + 1, query, time, barber)
  }

  /** Whether a service can begin between two local times of a day. */
  isFreeOn(point: number, span: ZonedSpan, query: SlotQuery, time: SlotDuration, barber: number): boolean {
    const { daysAhead, validUntil } = span
    const windowDays = this.#settings.find(point)?.windowDays ?? daysAhead
    if (daysAhead < 0 || daysAhead > windowDays) return noteValidity(query, validUntil, false)
    return this.#isFreeIn(point, span, span.until, query, time, barber)
  }

  /**
   * What the parts of days say of some members of a leaf, see Prefilter. In one piece, because a query does this for a hundred thousand
   * points.
   */
  prefilter(start: number, candidates: number, source: PrefilterSource, query: SlotQuery): number {
    const { members, patterns, spans, mustEnd, holdsForServices } = source
    // The parts of some barber do not say whose they are.
    const isOfAllBarbers = mustEnd || holdsForServices !== undefined
    let free = 0
    let undecided = 0
    let valid = query.validUntil
    for (let rest = candidates; rest !== 0; rest &= rest - 1) {
      const point = i32(members, start + lowestBit(rest))
      const settings = this.#settings.find(point)
      const { from, until, daysAhead, validUntil } = spans[i32(patterns, point)] as ZonedSpan
      undecided |= rest & -rest
      if (settings === undefined || (isOfAllBarbers && settings.ofBarbers !== undefined)) continue
      const { noticeMinutes, windowDays, first } = settings
      if (daysAhead < 0 || daysAhead > windowDays) continue
      const soonest = query.minute + noticeMinutes
      const earliest = from < soonest ? soonest : from
      const end = mustEnd ? until - first.durationMin + 1 : until
      const firstDay = this.#days.firstDay(point)
      if (earliest >= end || earliest - firstDay < noticeMinutes + u16(this.#from, point)) continue
      const known = this.#parts.findStart(point, earliest - firstDay, end - firstDay)
      const isFree = known !== NO_START
      if (known === UNDECIDED || (!isFree && end > this.#knownUntil(point, this.#until))) continue
      if (holdsForServices !== undefined && !holdsForServices(point, isFree, first)) continue
      undecided ^= rest & -rest
      if (isFree) free |= rest & -rest
      if (isFree && firstDay + known - noticeMinutes < valid) valid = firstDay + known - noticeMinutes
      if (validUntil < valid) valid = validUntil
    }
    query.undecided = undecided
    query.validUntil = valid
    return free
  }

  /** The first start between two local times of a day, Infinity when there is none. */
  findFreeOn(point: number, span: ZonedSpan, query: SlotQuery, time: SlotDuration, barber: number): number {
    const settings = this.#settings.find(point)
    if (!settings) return this.#miss(point, query)
    const { noticeMinutes, gridMinutes } = settings
    const from = Math.max(query.minute + noticeMinutes, span.from)
    const start = this.#days.findFirst(point, from, time, barber, gridMinutes)
    if (start >= 0) return start < span.until ? start : Number.POSITIVE_INFINITY
    return span.until > this.#knownUntil(point, this.#listedUntil) ? this.#miss(point, query) : Number.POSITIVE_INFINITY
  }

  /** `until`: exclusive. After `validUntil` of the span the result may become true without a change. */
  #isFreeIn(
    point: number,
    { from, validUntil }: ZonedSpan,
    until: number,
    query: SlotQuery,
    time: SlotDuration,
    barber: number,
  ): boolean {
    if (until <= query.minute) return noteValidity(query, validUntil, false)
    const settings = this.#settings.find(point)
    if (settings === undefined) return this.#miss(point, query) > 0
    const { noticeMinutes, gridMinutes } = settings
    const earliest = Math.max(query.minute + noticeMinutes, from)
    if (earliest < this.#knownFrom(point, noticeMinutes)) return this.#miss(point, query) > 0
    if (earliest >= until) return noteValidity(query, validUntil, false)
    // Starts from here on can be booked as long as the result is valid.
    const sureFrom = Math.max(earliest, validUntil + noticeMinutes)
    const last = this.#days.findLast(point, { from: earliest, sureFrom, until }, time, barber, gridMinutes)
    if (last >= 0) return noteValidity(query, Math.min(validUntil, last - noticeMinutes), true)
    if (until > this.#knownUntil(point, this.#listedUntil)) this.#miss(point, query)
    return noteValidity(query, validUntil, false)
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

/** Of an unknown point. */
const noTime: SlotDuration = { durationMin: 0, bufferMin: 0 }
