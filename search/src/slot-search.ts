import { changeNextFree } from './change-tree.ts'
import type { OpeningPatterns } from './opening-patterns.ts'
import { type PointTree, summarizeNextFree, toNextFreeKey, UNKNOWN_FREE } from './point-tree.ts'
import { runInSlices } from './run-in-slices.ts'
import { i32 } from './typed-arrays.ts'
import { neverFree, type SlotQuery, type SlotsVersion, SlotTable } from './upcoming-slots.ts'

const MINUTE_MS = 60_000
/** Points that one call of listDue() looks at, a fraction of a millisecond. */
const DUE_SCAN = 50_000

/** The upcoming slots of the points of a tree, at the time of each query. */
export class SlotSearch {
  readonly #tree: PointTree
  readonly #patterns: OpeningPatterns
  readonly #table: SlotTable
  /** Versions of points that begin later, when a hold ends, in their order. */
  readonly #later = new Map<number, SlotsVersion[]>()
  #nextVersionAt = Number.POSITIVE_INFINITY
  /** The latest time of which something is stored: queries for an earlier one are left to SQL. Milliseconds. */
  #storedAt = 0
  /** The minute for which the bounds of the tree were computed last. */
  #boundsAt = 0
  #isRefreshing = false
  readonly #missed = new Set<number>()
  #scanned = 0

  constructor(tree: PointTree, patterns: OpeningPatterns) {
    this.#tree = tree
    this.#patterns = patterns
    this.#table = new SlotTable(patterns)
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
    this.#missed.delete(point)
    this.#store(point, first, Math.max(now.getTime(), this.#storedAt))
  }

  forget(point: number) {
    this.#table.forget(point)
    this.#later.delete(point)
    this.#missed.delete(point)
  }

  forgetAll() {
    for (let point = 0; point < this.#tree.size; point++) {
      this.forget(point)
      this.#tree.nextFree[point] = UNKNOWN_FREE
    }
    for (let node = this.#tree.nodes - 1; node >= 0; node--) summarizeNextFree(this.#tree, node)
    this.#tree.countsByFilter.clear()
  }

  /** After the point was moved in the tree. */
  restoreBound(point: number) {
    if (this.#table.isKnown(point)) changeNextFree(this.#tree, point, this.#computeBound(point, this.#storedAt))
  }

  /** What a query needs; undefined for a time before what is stored. */
  open(now: Date): SlotQuery | undefined {
    const instant = now.getTime()
    if (instant < this.#storedAt) return undefined
    if (instant >= this.#nextVersionAt) this.#beginVersions(instant)
    const epochMinute = Math.floor(instant / MINUTE_MS)
    const query = { minute: Math.ceil(instant / MINUTE_MS), epochMinute, missing: new Set<number>() }
    return { ...query, today: this.#patterns.listBusinessDays(epochMinute) }
  }

  /** Whether all that the query needed was known. What was not is loaded first. */
  isExact({ missing }: SlotQuery): boolean {
    for (const point of missing) this.#missed.add(point)
    return missing.size === 0
  }

  isFreeToday(query: SlotQuery): (point: number) => boolean {
    const [table, { patterns }] = [this.#table, this.#tree]
    return (point) => table.isFreeToday(point, i32(patterns, point), query)
  }

  /** Keys of the order by next free start. The bounds of nodes are brought up to date in the background, once a minute. */
  findNextFree(query: SlotQuery): (point: number) => number {
    if (this.#boundsAt < query.minute && !this.#isRefreshing) void this.#refreshBounds(query)
    const [table, { patterns }] = [this.#table, this.#tree]
    return (point) => table.findNextFree(point, i32(patterns, point), query)
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

  #store(point: number, { slots }: SlotsVersion, instant: number) {
    this.#storedAt = Math.max(this.#storedAt, instant)
    this.#table.write(point, slots)
    changeNextFree(this.#tree, point, this.#computeBound(point, instant))
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

  /** A bound that holds from `instant` on: time passes, so the next start only moves away until the data changes. */
  #computeBound(point: number, instant: number): number {
    return toNextFreeKey(this.#table.findBound(point, Math.ceil(instant / MINUTE_MS)))
  }

  async #refreshBounds(query: SlotQuery) {
    this.#isRefreshing = true
    this.#boundsAt = query.minute
    this.#storedAt = Math.max(this.#storedAt, query.epochMinute * MINUTE_MS)
    await runInSlices(this.#recomputeBounds(query)).finally(() => {
      this.#isRefreshing = false
    })
  }

  *#recomputeBounds({ epochMinute }: SlotQuery): Generator<undefined, void> {
    const tree = this.#tree
    for (let point = 0; point < tree.size; point++) {
      if (this.#table.isKnown(point)) tree.nextFree[point] = this.#computeBound(point, epochMinute * MINUTE_MS)
      if (point % 1024 === 0) yield
    }
    // Children have larger numbers than their parents.
    for (let node = tree.nodes - 1; node >= 0; node--) {
      summarizeNextFree(tree, node)
      if (node % 128 === 0) yield
    }
  }
}
