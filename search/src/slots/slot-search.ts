import { changeNextFree } from '../points/change-tree.ts'
import type { LocalSpan, OpeningPatterns, ZonedSpan } from '../points/opening-patterns.ts'
import { type PointTree, summarizeBounds, UNKNOWN_FREE } from '../points/point-tree.ts'
import { ALWAYS, type Prefilter } from '../points/query-tree.ts'
import { i32 } from '../points/typed-arrays.ts'
import type { ServiceIndex, ServiceMatch } from './service-index.ts'
import { SlotBounds } from './slot-bounds.ts'
import { SOME_BARBER, type TimeTest } from './slot-days.ts'
import type { SlotQuery } from './slot-query.ts'
import type { SlotDuration } from './slot-spans.ts'
import { SlotTable } from './slot-table.ts'
import { neverFree, type SlotsVersion } from './upcoming-slots.ts'

const MINUTE_MS = 60_000
/** Points that one call of listDue() looks at, a fraction of a millisecond. */
const DUE_SCAN = 50_000

/** What a list requires of slots: of the selected services, without them of the barbershop's first one. */
export type SlotFilter = { freeToday?: boolean; freeIn?: LocalSpan; services?: ServiceMatch }

type SlotSources = {
  tree: PointTree
  patterns: OpeningPatterns
  services: ServiceIndex
  minListBytes?: number | undefined
}

/** The upcoming slots of the points of a tree, at the time of each query. */
export class SlotSearch {
  readonly #tree: PointTree
  readonly #patterns: OpeningPatterns
  readonly #services: ServiceIndex
  readonly #table: SlotTable
  readonly #bounds: SlotBounds
  /** Versions of points that begin later, when a hold ends, in their order. */
  readonly #later = new Map<number, SlotsVersion[]>()
  #nextVersionAt = Number.POSITIVE_INFINITY
  /** The latest time of which something is stored: queries for an earlier one are left to SQL. Milliseconds. */
  #storedAt = 0
  readonly #missed = new Set<number>()
  #scanned = 0

  constructor({ tree, patterns, services, minListBytes }: SlotSources) {
    this.#tree = tree
    this.#patterns = patterns
    this.#services = services
    this.#table = new SlotTable(patterns, minListBytes)
    this.#bounds = new SlotBounds(tree, this.#table)
  }

  /** Whether queries needed slots that are not known. */
  get isMissing(): boolean {
    return this.#missed.size > 0
  }

  set(point: number, versions: readonly SlotsVersion[], now: Date) {
    const [first = { from: now.getTime(), slots: neverFree }, ...later] = versions
    this.#later.delete(point)
    if (later.length > 0) this.#later.set(point, later)
    this.#nextVersionAt = Math.min(this.#nextVersionAt, later[0]?.from ?? Number.POSITIVE_INFINITY)
    const isMissed = this.#missed.delete(point)
    this.#store(point, first, Math.max(now.getTime(), this.#storedAt), isMissed)
  }

  forget(point: number) {
    this.#table.forget(point)
    this.#later.delete(point)
    this.#missed.delete(point)
  }

  forgetAll() {
    for (let point = 0; point < this.#tree.size; point++) {
      this.forget(point)
    }
    for (const bounds of [this.#tree.nextFree, this.#tree.laterFree]) {
      bounds.points.fill(UNKNOWN_FREE)
      for (let node = this.#tree.nodes - 1; node >= 0; node--) summarizeBounds(this.#tree, bounds, node)
    }
    this.#tree.matchesByFilter.clear()
  }

  /** After the point was moved in the tree. */
  restoreBound(point: number) {
    if (this.#table.isKnown(point)) this.#changeBounds(point, this.#storedAt)
  }

  /** What a query needs; undefined for a time before what is stored. */
  open(now: Date): SlotQuery | undefined {
    const instant = now.getTime()
    if (instant < this.#storedAt) return undefined
    if (instant >= this.#nextVersionAt) this.#beginVersions(instant)
    const epochMinute = Math.floor(instant / MINUTE_MS)
    const minute = Math.ceil(instant / MINUTE_MS)
    this.#storedAt = instant
    this.#bounds.open(minute)
    const today = this.#patterns.listBusinessDays(epochMinute)
    return { minute, epochMinute, today, missing: new Set<number>(), validUntil: ALWAYS, undecided: 0 }
  }

  /** Whether all that the query needed was known. What was not is loaded first, unless loading does not help. */
  isExact({ missing, minute }: SlotQuery): boolean {
    for (const point of missing)
      if (this.#table.isDue(point, minute) || this.#table.isCut(point)) this.#missed.add(point)
    return missing.size === 0
  }

  /** Brings the bounds of nodes up to date, in slices. To be called several times between two steps of the grid. */
  prepare(now: Date): Promise<void> {
    return this.#bounds.prepare(Math.ceil(now.getTime() / MINUTE_MS))
  }

  /** Whether a point has slots as the filter requires them. */
  createTest(query: SlotQuery, { freeToday, freeIn, services }: SlotFilter): (point: number) => boolean {
    const table = this.#table
    const { patterns } = this.#tree
    const isFreeToday = (point: number) =>
      this.#some(point, services, (time, barber) =>
        table.isFreeToday(point, query.today[i32(patterns, point)] as ZonedSpan, query, time, barber),
      )
    if (!freeIn) return isFreeToday
    const { byPattern } = this.#patterns.listLocalSpans(query.epochMinute, freeIn)
    // One function for all points, which a query tests by the thousand.
    let tested = -1
    let span = byPattern[0] as ZonedSpan
    const test: TimeTest = (time, barber) => table.isFreeOn(tested, span, query, time, barber)
    const isFreeIn = (point: number) => {
      tested = point
      span = byPattern[i32(patterns, point)] as ZonedSpan
      return this.#some(point, services, test)
    }
    return freeToday ? (point) => isFreeToday(point) && isFreeIn(point) : isFreeIn
  }

  /** What decides most of createTest() by the parts of days; undefined for both filters at once. */
  createPrefilter(query: SlotQuery, { freeToday, freeIn, services }: SlotFilter): Prefilter | undefined {
    if (freeToday && freeIn) return undefined
    const table = this.#table
    const { members, patterns } = this.#tree
    const spans = freeIn ? this.#patterns.listLocalSpans(query.epochMinute, freeIn).byPattern : query.today
    const holdsForServices = services && this.#compareWithFirst(services)
    const source = { members, patterns, spans, mustEnd: freeIn === undefined, holdsForServices }
    return (start, candidates) => table.prefilter(start, candidates, source, query)
  }

  /** Where the first service is free a shorter one is, and where it is not a longer one is not. */
  #compareWithFirst(services: ServiceMatch) {
    let first: SlotDuration | undefined
    const isWithin: TimeTest = (time, barber) => first !== undefined && barber === SOME_BARBER && fitsIn(time, first)
    const mayFit: TimeTest = (time, barber) => first === undefined || barber !== SOME_BARBER || !fitsIn(first, time)
    return (point: number, isFree: boolean, firstOfPoint: SlotDuration) => {
      first = firstOfPoint
      return this.#services.some(point, services, isFree ? isWithin : mayFit) === isFree
    }
  }

  /** Keys of the order by the next start, with `freeIn` by the first one in it. */
  findNextFree(query: SlotQuery, { freeIn, services }: SlotFilter = {}): (point: number) => number {
    const table = this.#table
    const { patterns } = this.#tree
    const spans = freeIn && this.#patterns.listLocalSpans(query.epochMinute, freeIn)
    // One function for all points, which a query tests by the thousand.
    let point = -1
    let first = Number.POSITIVE_INFINITY
    const test: TimeTest = (time, barber) => {
      const pattern = i32(patterns, point)
      const start = spans
        ? table.findFreeOn(point, spans.byPattern[pattern] as ZonedSpan, query, time, barber)
        : table.findNextFree(point, pattern, query, time, barber)
      if (start < first) first = start
      return false
    }
    return (next) => {
      point = next
      first = Number.POSITIVE_INFINITY
      this.#some(point, services, test)
      return first
    }
  }

  /** A lower bound of findNextFree() of a point that matches, much faster. */
  findBound({ epochMinute }: SlotQuery, { freeIn, services }: SlotFilter): (point: number) => number {
    const { patterns, nextFree } = this.#tree
    const { points } = nextFree
    if (!freeIn) return (point) => i32(points, point)
    const { byPattern } = this.#patterns.listLocalSpans(epochMinute, freeIn)
    return (point) => {
      const span = byPattern[i32(patterns, point)] as ZonedSpan
      return Math.max(i32(points, point), services ? span.from : this.#table.findBoundOn(point, span))
    }
  }

  /** No start in `freeIn` is before this one, in time zones of which these are the bits. */
  findFirstInstant(query: SlotQuery, { freeIn }: SlotFilter): ((zones: number) => number) | undefined {
    if (!freeIn) return undefined
    const { fromByZone } = this.#patterns.listLocalSpans(query.epochMinute, freeIn)
    const known = new Map<number, number>()
    return (zones) => {
      const first = known.get(zones) ?? Math.min(...fromByZone.filter((_, zone) => zones & (1 << Math.min(zone, 31))))
      known.set(zones, first)
      return first
    }
  }

  #some(point: number, services: ServiceMatch | undefined, test: TimeTest): boolean {
    return services ? this.#services.some(point, services, test) : this.#table.someFirst(point, test)
  }

  /** The next start of each point that the filter allows, in epoch minutes; undefined for none, and when it must be loaded first. */
  listNextFree(points: readonly number[], now: Date, filter?: SlotFilter): (number | undefined)[] {
    const query = this.open(now)
    if (!query) return []
    return points.map((point) => {
      const alone = { ...query, missing: new Set<number>() }
      const start = this.findNextFree(alone, filter)(point)
      return this.isExact(alone) && start < Number.POSITIVE_INFINITY ? start : undefined
    })
  }

  listDue(now: Date, limit: number): number[] {
    const minute = Math.ceil(now.getTime() / MINUTE_MS)
    const due = [...this.#missed].slice(0, limit)
    const size = this.#tree.size
    const end = Math.min(size, DUE_SCAN)
    for (let looked = 0; looked < end && due.length < limit; looked++) {
      const point = this.#scanned++ % size
      if (i32(this.#tree.leaves, point) >= 0 && this.#table.isDue(point, minute)) due.push(point)
    }
    return [...new Set(due)]
  }

  #store(point: number, { slots }: SlotsVersion, instant: number, isMissed = false) {
    this.#storedAt = Math.max(this.#storedAt, instant)
    this.#table.write(point, slots, isMissed)
    this.#changeBounds(point, instant)
  }

  /** Holds have ended: their slots are free. */
  #beginVersions(instant: number) {
    this.#nextVersionAt = Number.POSITIVE_INFINITY
    for (const [point, versions] of this.#later) {
      while (versions[0] && versions[0].from <= instant) this.#store(point, versions.shift() as SlotsVersion, instant)
      if (versions[0]) this.#nextVersionAt = Math.min(this.#nextVersionAt, versions[0].from)
      else this.#later.delete(point)
    }
    this.#storedAt = Math.max(this.#storedAt, instant)
  }

  /** Bounds hold from `instant` on: time passes, so the next start only moves away until the data changes. */
  #changeBounds(point: number, instant: number) {
    changeNextFree(this.#tree, point, this.#bounds.computeKeys(point, Math.ceil(instant / MINUTE_MS)))
  }
}

function fitsIn(time: SlotDuration, longer: SlotDuration): boolean {
  return time.durationMin <= longer.durationMin && time.bufferMin <= longer.bufferMin
}
