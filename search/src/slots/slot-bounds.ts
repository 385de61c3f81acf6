import { NEVER_FREE, type PointTree, summarizeBounds, UNKNOWN_FREE } from '../points/point-tree.ts'
import { runInSlices } from '../points/run-in-slices.ts'
import { SLOT_STEP_MINUTES } from './slot-spans.ts'

/** What the bounds are computed from. */
type BoundSource = {
  isKnown: (point: number) => boolean
  /** A lower bound of the point's next start from that minute on, until its slots change. */
  findBound: (point: number, minute: number) => number
}

/** As a 32-bit integer: NEVER_FREE for Infinity, UNKNOWN_FREE for -Infinity. */
function toNextFreeKey(start: number): number {
  return Math.max(UNKNOWN_FREE, Math.min(NEVER_FREE, start))
}

/** Starts are multiples of the step: one that is free at this minute is so until the next one. */
function toStep(minute: number): number {
  return Math.floor((minute - 1) / SLOT_STEP_MINUTES) * SLOT_STEP_MINUTES + 1
}

/**
 * The lower bounds of the next starts by which the order by the next slot finds the best points. Time makes starts pass, and bounds
 * that are far below what they bound make a query expand many nodes. So there are two sets of bounds: those in use, and those of the
 * next step, computed in slices before it comes and exchanged with the first query after it.
 */
export class SlotBounds {
  readonly #tree: PointTree
  readonly #source: BoundSource
  /** The steps for which both sets were computed. */
  #current = Number.NEGATIVE_INFINITY
  #next = Number.NEGATIVE_INFINITY
  #isNextReady = false
  #isComputing = false

  constructor(tree: PointTree, source: BoundSource) {
    this.#tree = tree
    this.#source = source
  }

  /** Uses the bounds of the step of that minute if they are ready. No query for an earlier minute may follow. */
  open(minute: number) {
    if (!this.#isNextReady || minute < this.#next) return
    const { nextFree, laterFree } = this.#tree
    Object.assign(this.#tree, { nextFree: laterFree, laterFree: nextFree })
    this.#current = this.#next
    this.#isNextReady = false
  }

  /** Computes the bounds of the current step if they are old, of the next one otherwise. */
  async prepare(minute: number): Promise<void> {
    this.open(minute)
    const step = toStep(minute)
    if (this.#isComputing || this.#isNextReady) return
    this.#isComputing = true
    this.#next = this.#current < step ? step : step + SLOT_STEP_MINUTES
    await runInSlices(this.#compute()).finally(() => {
      this.#isComputing = false
    })
    this.#isNextReady = true
  }

  /** The bounds of a point for both sets, which holds from that minute on. */
  computeKeys(point: number, minute: number): readonly [nextFree: number, laterFree: number] {
    const key = toNextFreeKey(this.#source.findBound(point, minute))
    if (minute >= this.#next) return [key, key]
    return [key, toNextFreeKey(this.#source.findBound(point, this.#next))]
  }

  /** A point that changes in the meantime has its bound for this step already. */
  *#compute(): Generator<undefined, void> {
    const tree = this.#tree
    for (let point = 0; point < tree.size; point++) {
      if (this.#source.isKnown(point))
        tree.laterFree.points[point] = toNextFreeKey(this.#source.findBound(point, this.#next))
      else tree.laterFree.points[point] = tree.nextFree.points[point] as number
      if (point % 1024 === 0) yield
    }
    // Children have larger numbers than their parents.
    for (let node = tree.nodes - 1; node >= 0; node--) {
      summarizeBounds(tree, tree.laterFree, node)
      if (node % 128 === 0) yield
    }
  }
}
