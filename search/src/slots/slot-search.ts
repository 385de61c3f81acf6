import type { LocalSpan, OpeningPatterns, ZonedSpan } from '../points/opening-patterns.ts'
import type { PointTable } from '../points/point-table.ts'
import { i32 } from '../points/typed-arrays.ts'
import { type QueryTime, toQueryTime } from './query-time.ts'
import type { ServiceIndex, ServiceMatch } from './service-index.ts'
import { SLOT_STEP_MINUTES } from './slot-days.ts'
import { SlotTable, type TimeTest } from './slot-table.ts'
import { neverFree, type SlotsVersion } from './upcoming-slots.ts'

/** Points that one call of listDue() looks at, a fraction of a millisecond. */
const DUE_SCAN = 50_000

/** What a list requires of slots: of the selected services, without them of the barbershop's first one. */
export type SlotFilter = { freeToday?: boolean; freeIn?: LocalSpan; services?: ServiceMatch }

type SlotSources = { table: PointTable; patterns: OpeningPatterns; services: ServiceIndex }

/** The upcoming slots of all points, at the time of each query. */
export class SlotSearch {
  readonly #points: PointTable
  readonly #patterns: OpeningPatterns
  readonly #services: ServiceIndex
  readonly #slots: SlotTable
  /** Versions of points that begin later, when a hold ends, in their order. */
  readonly #later = new Map<number, SlotsVersion[]>()
  #nextVersionAt = Number.POSITIVE_INFINITY
  /** The latest time of which something is stored: queries for an earlier one have no result. Milliseconds. */
  #storedAt = 0
  readonly #missed = new Set<number>()
  #scanned = 0

  constructor({ table, patterns, services }: SlotSources) {
    this.#points = table
    this.#patterns = patterns
    this.#services = services
    this.#slots = new SlotTable(patterns)
  }

  set(point: number, versions: readonly SlotsVersion[], now: Date) {
    const [first = { from: now.getTime(), slots: neverFree }, ...later] = versions
    this.#later.delete(point)
    if (later.length > 0) this.#later.set(point, later)
    this.#nextVersionAt = Math.min(this.#nextVersionAt, later[0]?.from ?? Number.POSITIVE_INFINITY)
    this.#storedAt = Math.max(this.#storedAt, now.getTime())
    this.#missed.delete(point)
    this.#slots.write(point, first.slots)
  }

  forget(point: number) {
    this.#slots.forget(point)
    this.#later.delete(point)
    this.#missed.delete(point)
  }

  /** Must be called before a query reads slots. False for a time before what is stored. */
  open(now: Date): boolean {
    const instant = now.getTime()
    if (instant < this.#storedAt) return false
    if (instant >= this.#nextVersionAt) this.#beginVersions(instant)
    this.#storedAt = instant
    return true
  }

  /** Whether all that the query needed was known. What was not is loaded first, unless loading does not help. */
  isExact({ missing, minute }: QueryTime): boolean {
    for (const point of missing) if (this.#slots.isDue(point, minute)) this.#missed.add(point)
    return missing.size === 0
  }

  /** Returns a test whether a point has slots as the filter requires them. */
  createTest(time: QueryTime, { freeToday, freeIn, services }: SlotFilter): (point: number) => boolean {
    const today = this.#patterns.listBusinessDays(time.epochMinute)
    const spans = freeIn && this.#patterns.listLocalSpans(time.epochMinute, freeIn)
    const slots = this.#slots
    const { patterns } = this.#points
    if (!services && !spans)
      return (point) => {
        const pattern = i32(patterns, point)
        return slots.isFirstFreeToday(point, pattern, today[pattern] as ZonedSpan, time)
      }
    // One function of each kind for all points, which a query tests by the thousand.
    let tested = -1
    const isFreeIn: TimeTest = (durationMin, bufferMin, barber) =>
      slots.isFreeOn(tested, spans?.[i32(patterns, tested)] as ZonedSpan, time, durationMin, bufferMin, barber)
    const isFreeToday: TimeTest = (durationMin, bufferMin, barber) =>
      slots.isFreeToday(tested, today[i32(patterns, tested)] as ZonedSpan, time, durationMin, bufferMin, barber)
    return (point) => {
      tested = point
      if (freeToday && !this.#some(point, services, isFreeToday)) return false
      return !spans || this.#some(point, services, isFreeIn)
    }
  }

  /** Returns the keys of the order by the next start, with `freeIn` by the first one in it. */
  findNextFree(time: QueryTime, { freeIn, services }: SlotFilter = {}): (point: number) => number {
    const slots = this.#slots
    const { patterns } = this.#points
    const spans = freeIn && this.#patterns.listLocalSpans(time.epochMinute, freeIn)
    if (!spans && !services) return (point) => slots.findNextOfFirst(point, i32(patterns, point), time)
    // One function for all points, which a query tests by the thousand.
    let tested = -1
    let first = Number.POSITIVE_INFINITY
    const test: TimeTest = (durationMin, bufferMin, barber) => {
      const pattern = i32(patterns, tested)
      const start = spans
        ? slots.findFreeOn(tested, spans[pattern] as ZonedSpan, time, durationMin, bufferMin, barber)
        : slots.findNextFree(tested, pattern, time, durationMin, bufferMin, barber)
      if (start < first) first = start
      return false
    }
    return (point) => {
      tested = point
      first = Number.POSITIVE_INFINITY
      this.#some(point, services, test)
      return first
    }
  }

  /** Returns lower bounds of findNextFree() where these are much faster. Starts are multiples of the step. */
  findBound(
    { epochMinute, minute }: QueryTime,
    { freeIn, services }: SlotFilter,
  ): ((point: number) => number) | undefined {
    const { patterns } = this.#points
    const spans = freeIn && this.#patterns.listLocalSpans(epochMinute, freeIn)
    if (spans) return (point) => (spans[i32(patterns, point)] as ZonedSpan).from
    const soonest = Math.ceil(minute / SLOT_STEP_MINUTES) * SLOT_STEP_MINUTES
    return services && (() => soonest)
  }

  #some(point: number, services: ServiceMatch | undefined, test: TimeTest): boolean {
    return services ? this.#services.some(point, services, test) : this.#slots.someFirst(point, test)
  }

  /** Returns the next start of each point that the filter allows, in epoch minutes; undefined for none, and when it must be loaded first. */
  listNextFree(points: readonly number[], now: Date, filter: SlotFilter): (number | undefined)[] {
    if (!this.open(now)) return []
    return points.map((point) => {
      const alone = toQueryTime(now)
      const start = this.findNextFree(alone, filter)(point)
      return this.isExact(alone) && start < Number.POSITIVE_INFINITY ? start : undefined
    })
  }

  listDue(now: Date, limit: number): number[] {
    const { minute } = toQueryTime(now)
    const due = [...this.#missed].slice(0, limit)
    const { size } = this.#points
    const end = Math.min(size, DUE_SCAN)
    for (let looked = 0; looked < end && due.length < limit; looked++) {
      const point = this.#scanned++ % size
      if (this.#points.has(point) && this.#slots.isDue(point, minute)) due.push(point)
    }
    return [...new Set(due)]
  }

  /** Holds have ended: their slots are free. */
  #beginVersions(instant: number) {
    this.#nextVersionAt = Number.POSITIVE_INFINITY
    for (const [point, versions] of this.#later) {
      while (versions[0] && versions[0].from <= instant)
        this.#slots.write(point, (versions.shift() as SlotsVersion).slots)
      if (versions[0]) this.#nextVersionAt = Math.min(this.#nextVersionAt, versions[0].from)
      else this.#later.delete(point)
    }
  }
}
