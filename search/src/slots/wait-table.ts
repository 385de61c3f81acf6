import type { WaitRange } from '@na-regua/contract/queue'
import { changeWait } from '../points/change-tree.ts'
import type { KnownMatches } from '../points/node-matches.ts'
import { NEVER_FREE, type PointTree, UNKNOWN_FREE, WALK_INS } from '../points/point-tree.ts'
import { ALWAYS } from '../points/query-tree.ts'
import { enlarge, i32, u16 } from '../points/typed-arrays.ts'
import type { SlotQuery } from './slot-query.ts'

/** Minutes from when it was computed, null where no number is shown, and until when that holds unless something changes. */
export type PresentWait = {
  fromMin: number | null
  toMin: number | null
  validUntil: Date
  /** The queue takes no entries at the moment. */
  isClosed?: true
}
/** Undefined: no number. */
export type ShownWait = WaitRange | 'closed' | undefined
/** A query at one instant; see SlotQuery. */
export type WaitQuery = Pick<SlotQuery, 'minute' | 'missing' | 'validUntil'>

const MINUTE_MS = 60_000
/** No range is longer. */
const MAX_MINUTES = 2 ** 16 - 1
/** Instead of the earlier end. */
const CLOSED = MAX_MINUTES
/** Points that one call of listDue() looks at, a fraction of a millisecond. */
const DUE_SCAN = 50_000
/** The beginning of the keys of filters whose counts depend on waits. */
export const WAIT_KEY = 'wait'

/**
 * The present wait of the points that take walk-ins, 10 bytes each. The later end of the range is in the tree: the filter and the order
 * are by it. A wait that was never set is unknown. One that has expired is none: no number rather than a wrong one.
 */
export class WaitTable {
  readonly #tree: PointTree
  #from = new Uint16Array(64)
  /** The last minute in which it may be shown. */
  #until = new Int32Array(64)
  /** The minute from which it should be computed again. */
  #dueIn = new Int32Array(64)
  #scanned = 0
  /** The latest minute of a query: counts of it are remembered. */
  #queriedIn = 0

  constructor(tree: PointTree) {
    this.#tree = tree
  }

  /** What a query needs that is not about slots; undefined for an earlier time than that of another query. */
  open(now: Date): WaitQuery | undefined {
    const minute = Math.ceil(now.getTime() / MINUTE_MS)
    if (minute < this.#queriedIn) return undefined
    return { minute, missing: new Set(), validUntil: ALWAYS }
  }

  /** Sets the waits of these points, undefined for one that is not known any more. Points that take no walk-ins stay without one. */
  setAll(waits: readonly (readonly [point: number, wait: PresentWait | undefined])[], now: Date) {
    const { matchesByFilter, flags } = this.#tree
    const dependent = [...matchesByFilter].flatMap(([key, known]) => (key.startsWith(WAIT_KEY) ? [known] : []))
    for (const [point, wait] of waits) if (i32(flags, point) & WALK_INS) this.#set(point, wait, now, dependent)
  }

  #set(point: number, wait: PresentWait | undefined, now: Date, dependent: readonly KnownMatches[]) {
    this.#ensureCapacity(point + 1)
    const minute = Math.ceil(now.getTime() / MINUTE_MS)
    const until = wait ? Math.ceil(wait.validUntil.getTime() / MINUTE_MS) : 0
    const toMin = wait?.toMin ?? undefined
    const key = toMin !== undefined && until >= minute ? Math.min(toMin, MAX_MINUTES) : NEVER_FREE
    const before = i32(this.#tree.waits.points, point)
    // Remembered counts hold until the earlier end. One that has passed is counted again.
    const isSame = before === key && (key === NEVER_FREE || i32(this.#until, point) <= until)
    const wasShown = i32(this.#until, point) >= Math.max(minute, this.#queriedIn)
    this.#from[point] = wait?.isClosed ? CLOSED : (wait?.fromMin ?? 0)
    this.#until[point] = until
    // A wait passes with the time. That no customer waits, or that no number is shown, holds for as long as it is valid.
    this.#dueIn[point] = toMin || !wait ? Math.floor(now.getTime() / MINUTE_MS) + 1 : Math.max(until - 1, minute)
    if (!isSame || (key !== NEVER_FREE && !wasShown)) changeWait(this.#tree, point, key, dependent)
  }

  /** The number of a removed point may be used again. */
  forget(point: number) {
    this.#tree.flags[point] = 0
  }

  /** What may be shown; undefined also when it is not known. */
  find(point: number, now: Date): ShownWait {
    const toMin = i32(this.#tree.waits.points, point)
    if (toMin === UNKNOWN_FREE || i32(this.#until, point) < Math.ceil(now.getTime() / MINUTE_MS)) return undefined
    const fromMin = u16(this.#from, point)
    if (toMin === NEVER_FREE) return fromMin === CLOSED ? 'closed' : undefined
    return { fromMin, toMin }
  }

  /** Whether a point has a wait of at most so many minutes. */
  createTest(query: WaitQuery, maxWait: number): (point: number) => boolean {
    const { points } = this.#tree.waits
    this.#queriedIn = Math.max(this.#queriedIn, query.minute)
    return (point) => {
      const wait = i32(points, point)
      if (wait > maxWait) return false
      if (wait === UNKNOWN_FREE) return query.missing.add(point).size < 0
      const until = i32(this.#until, point)
      if (until < query.minute) return false
      if (until < query.validUntil) query.validUntil = until
      return true
    }
  }

  /** Keys of the order by who serves soonest, in epoch minutes: by the queue, or at the next start that can be booked. */
  findSoonest(query: WaitQuery, findNextFree: (point: number) => number): (point: number) => number {
    const { waits, nextFree } = this.#tree
    return (point) => {
      const wait = i32(waits.points, point)
      if (wait === NEVER_FREE) return findNextFree(point)
      if (wait === UNKNOWN_FREE) {
        query.missing.add(point)
        return Number.NEGATIVE_INFINITY
      }
      if (i32(this.#until, point) < query.minute) return findNextFree(point)
      const served = query.minute + wait
      return served <= i32(nextFree.points, point) ? served : Math.min(served, findNextFree(point))
    }
  }

  /** At most `limit` points whose wait should be computed again, in turn. */
  listDue(now: Date, limit: number): number[] {
    const minute = Math.floor(now.getTime() / MINUTE_MS)
    const { size, leaves, flags, waits } = this.#tree
    this.#ensureCapacity(size)
    const due: number[] = []
    for (let looked = Math.min(size, DUE_SCAN); looked > 0 && due.length < limit; looked--) {
      const point = this.#scanned++ % size
      if ((i32(flags, point) & WALK_INS) === 0 || i32(leaves, point) < 0) continue
      if (i32(waits.points, point) === UNKNOWN_FREE || i32(this.#dueIn, point) <= minute) due.push(point)
    }
    return due
  }

  /** All should be computed again; what is known is used until then. */
  expireAll() {
    this.#dueIn.fill(0)
  }

  #ensureCapacity(points: number) {
    if (points <= this.#from.length) return
    const capacity = Math.ceil(points * 1.25) + 64
    this.#from = enlarge(this.#from, capacity)
    this.#until = enlarge(this.#until, capacity)
    this.#dueIn = enlarge(this.#dueIn, capacity)
  }
}
