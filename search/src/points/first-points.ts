/** Breaks ties between points with equal keys, ranks and chords. */
export type ComparePoints = (a: number, b: number) => number

type Candidate = { key: number; rank: number; chord: number; point: number }

/**
 * The first `limit` points of an order, of all that are offered: by key, then rank, then chord, then `comparePoints`. The candidates are a
 * binary heap with the last one on top, so that most points cost one comparison.
 */
export class FirstPoints {
  readonly #limit: number
  readonly #comparePoints: ComparePoints
  readonly #heap: Candidate[] = []

  constructor(limit: number, comparePoints: ComparePoints) {
    this.#limit = limit
    this.#comparePoints = comparePoints
  }

  get isFull(): boolean {
    return this.#heap.length === this.#limit
  }

  /** A point with a higher key is not among the first. */
  get lastKey(): number {
    return this.isFull ? (this.#heap[0]?.key ?? Number.NEGATIVE_INFINITY) : Number.POSITIVE_INFINITY
  }

  /** Whether a point with this key, or a higher one, could be among the first. */
  accepts(key: number, rank: number, chord: number, point: number): boolean {
    const last = this.#heap[0]
    if (!this.isFull || !last) return this.#limit > 0
    if (key !== last.key) return key < last.key
    if (rank !== last.rank) return rank < last.rank
    if (chord !== last.chord) return chord < last.chord
    return this.#comparePoints(point, last.point) < 0
  }

  offer(key: number, rank: number, chord: number, point: number) {
    if (!this.accepts(key, rank, chord, point)) return
    const candidate = { key, rank, chord, point }
    if (this.isFull) this.#sink(candidate)
    else this.#rise(candidate)
  }

  /** Returns the points in their order. */
  list(): number[] {
    return this.#heap.toSorted((one, other) => this.#compare(one, other)).map(({ point }) => point)
  }

  /** Adds a candidate. */
  #rise(candidate: Candidate) {
    const heap = this.#heap
    let at = heap.length
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (this.#compare(candidate, heap[parent] as Candidate) < 0) break
      heap[at] = heap[parent] as Candidate
      at = parent
    }
    heap[at] = candidate
  }

  /** Replaces the last one. */
  #sink(candidate: Candidate) {
    const heap = this.#heap
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && this.#compare(heap[child + 1] as Candidate, heap[child] as Candidate) > 0) child++
      if (this.#compare(candidate, heap[child] as Candidate) > 0) break
      heap[at] = heap[child] as Candidate
      at = child
    }
    heap[at] = candidate
  }

  #compare(one: Candidate, other: Candidate): number {
    if (one.key !== other.key) return one.key < other.key ? -1 : 1
    return one.rank - other.rank || one.chord - other.chord || this.#comparePoints(one.point, other.point)
  }
}
