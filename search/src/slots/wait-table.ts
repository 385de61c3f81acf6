import type { WaitRange } from '@na-regua/contract/queue'
import { type PointTable, WALK_INS } from '../points/point-table.ts'
import { enlarge, i32 } from '../points/typed-arrays.ts'
import { noteMissing, type QueryTime, toQueryTime } from './query-time.ts'

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

/** Points that one call of listDue() looks at, a fraction of a millisecond. */
const DUE_SCAN = 50_000
/** Instead of the earlier end. */
const CLOSED = -1
/** Instead of the later end plus one: it was never set, or there is no number. */
const UNKNOWN = 0
const NO_NUMBER = -1

/**
 * The present wait of the points that take walk-ins. The filter and the order are by the later end of the range. A wait that was never set is
 * unknown. One that has expired is none: no number rather than a wrong one.
 */
export class WaitTable {
  readonly #points: PointTable
  #from = new Int32Array(64)
  /** The later end plus one, UNKNOWN or NO_NUMBER. */
  #to = new Int32Array(64)
  /** The last minute in which it may be shown. */
  #until = new Int32Array(64)
  /** The minute from which it should be computed again. */
  #dueIn = new Int32Array(64)
  #scanned = 0

  constructor(points: PointTable) {
    this.#points = points
  }

  /** Sets the wait of a point, undefined for one that is not known any more. A point that takes no walk-ins stays without one. */
  set(point: number, wait: PresentWait | undefined, now: Date) {
    if (!this.#takesWalkIns(point)) return
    this.#ensureCapacity(point + 1)
    const { minute, epochMinute } = toQueryTime(now)
    const until = wait ? toQueryTime(wait.validUntil).minute : 0
    const toMin = wait?.toMin ?? undefined
    this.#from[point] = wait?.isClosed ? CLOSED : (wait?.fromMin ?? 0)
    this.#to[point] = toMin !== undefined && until >= minute ? toMin + 1 : NO_NUMBER
    this.#until[point] = until
    // A wait passes with the time. That no customer waits, or that no number is shown, holds for as long as it is valid.
    this.#dueIn[point] = toMin || !wait ? epochMinute + 1 : Math.max(until - 1, minute)
  }

  /** Forgets a point that takes no walk-ins any more: if it takes them again, its wait is unknown. */
  forget(point: number) {
    if (point < this.#to.length) this.#to[point] = UNKNOWN
  }

  /** What may be shown; undefined also when it is not known. */
  find(point: number, now: Date): ShownWait {
    const to = this.#laterEnd(point)
    if (to === UNKNOWN || i32(this.#until, point) < toQueryTime(now).minute) return undefined
    const fromMin = i32(this.#from, point)
    if (to === NO_NUMBER) return fromMin === CLOSED ? 'closed' : undefined
    return { fromMin, toMin: to - 1 }
  }

  /** Returns a test whether a point that takes walk-ins has a wait of at most so many minutes. */
  createTest(time: QueryTime, maxWait: number): (point: number) => boolean {
    return (point) => this.#findWait(point, time) <= maxWait
  }

  /** Returns the keys of the order by who serves soonest, in epoch minutes: by the queue, or at the next start that can be booked. */
  findSoonest(time: QueryTime, findNextFree: (point: number) => number): (point: number) => number {
    return (point) => Math.min(time.minute + this.#findWait(point, time), findNextFree(point))
  }

  /** Infinity for none, -Infinity when it is not known. */
  #findWait(point: number, time: QueryTime): number {
    if (!this.#takesWalkIns(point)) return Number.POSITIVE_INFINITY
    const to = this.#laterEnd(point)
    if (to === UNKNOWN) return noteMissing(time, point)
    return to === NO_NUMBER || i32(this.#until, point) < time.minute ? Number.POSITIVE_INFINITY : to - 1
  }

  /** Returns at most `limit` points whose wait should be computed again, in turn. */
  listDue(now: Date, limit: number): number[] {
    const { epochMinute } = toQueryTime(now)
    const { size } = this.#points
    this.#ensureCapacity(size)
    const due: number[] = []
    for (let looked = Math.min(size, DUE_SCAN); looked > 0 && due.length < limit; looked--) {
      const point = this.#scanned++ % size
      if (!this.#takesWalkIns(point)) continue
      if (this.#laterEnd(point) === UNKNOWN || i32(this.#dueIn, point) <= epochMinute) due.push(point)
    }
    return due
  }

  /** All should be computed again; what is known is used until then. */
  expireAll() {
    this.#dueIn.fill(0)
  }

  #takesWalkIns(point: number): boolean {
    return (i32(this.#points.flags, point) & WALK_INS) !== 0
  }

  #laterEnd(point: number): number {
    return point < this.#to.length ? i32(this.#to, point) : UNKNOWN
  }

  #ensureCapacity(points: number) {
    if (points <= this.#to.length) return
    const capacity = Math.ceil(points * 1.25) + 64
    this.#from = enlarge(this.#from, capacity)
    this.#to = enlarge(this.#to, capacity)
    this.#until = enlarge(this.#until, capacity)
    this.#dueIn = enlarge(this.#dueIn, capacity)
  }
}
