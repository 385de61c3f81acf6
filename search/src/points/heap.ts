import { enlarge, f64, i32 } from './typed-arrays.ts'

/** Breaks ties between entries with equal keys, ranks and chords. */
export type CompareValues = (a: number, b: number) => number

/**
 * A binary heap of numbers, ordered by key, then rank, then chord, in parallel typed arrays that are reused between queries.
 * The top is the lowest entry (sign 1) or the highest (sign -1).
 */
export class Heap {
  size = 0
  #keys = new Float64Array(64)
  #ranks = new Int32Array(64)
  #chords = new Float64Array(64)
  #values = new Int32Array(64)
  readonly #sign: 1 | -1
  #compareValues: CompareValues

  constructor(sign: 1 | -1, compareValues: CompareValues) {
    this.#sign = sign
    this.#compareValues = compareValues
  }

  /** Empties the heap and keeps its capacity. */
  reset(compareValues: CompareValues): this {
    this.size = 0
    this.#compareValues = compareValues
    return this
  }

  get topKey(): number {
    return f64(this.#keys, 0)
  }

  get topValue(): number {
    return i32(this.#values, 0)
  }

  /** Below 0 when the top is lower than the given entry. Without `value` equal entries compare as 0. */
  compareTop(key: number, rank: number, chord: number, value = -1): number {
    const known = f64(this.#keys, 0)
    if (known !== key) return known < key ? -1 : 1
    const byRank = i32(this.#ranks, 0) - rank
    if (byRank !== 0) return byRank
    const topChord = f64(this.#chords, 0)
    if (topChord !== chord) return topChord < chord ? -1 : 1
    return value < 0 ? 0 : this.#compareValues(i32(this.#values, 0), value)
  }

  /** As compareTop(), with the top of another heap. */
  compareTops(other: Heap): number {
    return this.compareTop(f64(other.#keys, 0), i32(other.#ranks, 0), f64(other.#chords, 0))
  }

  push(key: number, rank: number, chord: number, value: number) {
    if (this.size === this.#values.length) this.#enlarge()
    const index = this.size++
    this.#write(index, key, rank, chord, value)
    this.#siftUp(index)
  }

  /** Removes the top and returns its value. */
  pop(): number {
    const top = this.topValue
    this.size--
    this.#move(this.size, 0)
    this.#siftDown()
    return top
  }

  /** Replaces the top in one step. */
  replaceTop(key: number, rank: number, chord: number, value: number) {
    this.#write(0, key, rank, chord, value)
    this.#siftDown()
  }

  #isBefore(a: number, b: number): boolean {
    const byKey = f64(this.#keys, a) - f64(this.#keys, b)
    // Infinity - Infinity is NaN, which counts as equal.
    if (byKey < 0 || byKey > 0) return this.#sign * byKey < 0
    const byRank = i32(this.#ranks, a) - i32(this.#ranks, b)
    if (byRank !== 0) return this.#sign * byRank < 0
    const byChord = f64(this.#chords, a) - f64(this.#chords, b)
    if (byChord !== 0) return this.#sign * byChord < 0
    return this.#sign * this.#compareValues(i32(this.#values, a), i32(this.#values, b)) < 0
  }

  #siftUp(from: number) {
    for (let index = from; index > 0; ) {
      const parent = (index - 1) >> 1
      if (!this.#isBefore(index, parent)) return
      this.#swap(index, parent)
      index = parent
    }
  }

  #siftDown() {
    for (let index = 0; ; ) {
      let first = index
      for (let child = 2 * index + 1; child <= 2 * index + 2 && child < this.size; child++)
        if (this.#isBefore(child, first)) first = child
      if (first === index) return
      this.#swap(index, first)
      index = first
    }
  }

  #swap(a: number, b: number) {
    const key = f64(this.#keys, a)
    const rank = i32(this.#ranks, a)
    const chord = f64(this.#chords, a)
    const value = i32(this.#values, a)
    this.#move(b, a)
    this.#write(b, key, rank, chord, value)
  }

  #move(from: number, to: number) {
    this.#write(to, f64(this.#keys, from), i32(this.#ranks, from), f64(this.#chords, from), i32(this.#values, from))
  }

  #write(index: number, key: number, rank: number, chord: number, value: number) {
    this.#keys[index] = key
    this.#ranks[index] = rank
    this.#chords[index] = chord
    this.#values[index] = value
  }

  #enlarge() {
    this.#keys = enlarge(this.#keys, 2 * this.size)
    this.#ranks = enlarge(this.#ranks, 2 * this.size)
    this.#chords = enlarge(this.#chords, 2 * this.size)
    this.#values = enlarge(this.#values, 2 * this.size)
  }
}
