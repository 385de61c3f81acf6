import { enlarge, i32 } from './typed-arrays.ts'

/** Less unused space is not worth a compaction. */
const MIN_UNUSED = 65_536

/**
 * A list of integers for each point, all in one array. A list that became longer gets new space, and half of it unused is too much.
 */
export class IntegerLists {
  #entries = new Int32Array(1024)
  #used = 0
  #unused = 0
  #starts = new Int32Array(64)
  #lengths = new Int32Array(64)

  /** The array with all lists, valid until the next change. */
  get entries(): Int32Array {
    return this.#entries
  }

  start(point: number): number {
    return i32(this.#starts, point)
  }

  length(point: number): number {
    return point < this.#lengths.length ? i32(this.#lengths, point) : 0
  }

  entry(at: number): number {
    return i32(this.#entries, at)
  }

  /** A view, valid until the next change. */
  read(point: number): Int32Array {
    const length = this.length(point)
    const start = length > 0 ? this.start(point) : 0
    return this.#entries.subarray(start, start + length)
  }

  write(point: number, entries: ArrayLike<number>) {
    if (point >= this.#starts.length) {
      const capacity = Math.ceil(1.25 * point) + 64
      this.#starts = enlarge(this.#starts, capacity)
      this.#lengths = enlarge(this.#lengths, capacity)
    }
    const known = i32(this.#lengths, point)
    if (entries.length <= known) {
      this.#entries.set(entries, i32(this.#starts, point))
      this.#lengths[point] = entries.length
      this.#unused += known - entries.length
      return
    }
    this.#unused += known
    this.#lengths[point] = 0
    if (this.#unused > MIN_UNUSED && 2 * this.#unused > this.#used) this.#compact()
    this.#append(point, entries)
  }

  #append(point: number, entries: ArrayLike<number>) {
    if (this.#used + entries.length > this.#entries.length)
      this.#entries = enlarge(this.#entries, Math.ceil(1.5 * (this.#used + entries.length)))
    this.#entries.set(entries, this.#used)
    this.#starts[point] = this.#used
    this.#lengths[point] = entries.length
    this.#used += entries.length
  }

  #compact() {
    const entries = this.#entries
    const starts = this.#starts
    const lengths = this.#lengths
    this.#entries = new Int32Array(entries.length)
    this.#used = 0
    this.#unused = 0
    for (let point = 0; point < lengths.length; point++) {
      const start = i32(starts, point)
      this.#append(point, entries.subarray(start, start + i32(lengths, point)))
    }
  }

  /** Renumbers the points; `order` has the old number of each new one. Neighbours become neighbours in memory. */
  *reorder(order: Int32Array): Generator<undefined, void> {
    const entries = this.#entries
    const starts = this.#starts
    const lengths = this.#lengths
    this.#entries = new Int32Array(Math.ceil(1.1 * this.#used) + 1024)
    this.#starts = new Int32Array(starts.length)
    this.#lengths = new Int32Array(lengths.length)
    this.#used = 0
    this.#unused = 0
    for (let point = 0; point < order.length; point++) {
      const start = i32(starts, i32(order, point))
      this.#append(point, entries.subarray(start, start + i32(lengths, i32(order, point))))
      if (point % 1024 === 0) yield
    }
  }
}
