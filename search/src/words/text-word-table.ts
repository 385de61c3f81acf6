import { enlarge, i32, u8 } from '../points/typed-arrays.ts'

export const SPACE = 0x20
export const HASH_SEED = 0x811c9dc5

export const hashByte = (hash: number, byte: number) => Math.imul(hash ^ byte, 0x01000193)

/** Distinct words by number, as UTF-8 bytes: a million short ones take twenty megabytes. Words are added and never removed. */
export class WordTable {
  size = 0
  /** A space, then each word and a space. */
  #bytes = new Uint8Array(1024).fill(SPACE, 0, 1)
  /** A view of the same memory that can be searched. */
  #view = Buffer.from(this.#bytes.buffer)
  /** Where each word begins, and where the next one will. */
  #starts = new Int32Array(64).fill(1, 0, 1)
  /** Hash table with open addressing: number + 1, 0 for empty. */
  #buckets = new Int32Array(256)

  /** The number of the word at these bytes of a text; -1 when it is unknown. */
  find(source: Uint8Array, from: number, to: number, hash: number): number {
    for (let bucket = this.#bucketOf(hash); ; bucket = (bucket + 1) & (this.#buckets.length - 1)) {
      const index = i32(this.#buckets, bucket) - 1
      if (index < 0 || this.#isEqual(index, source, from, to)) return index
    }
  }

  /** Adds a word that find() does not know. */
  add(source: Uint8Array, from: number, to: number, hash: number): number {
    const index = this.size++
    const start = i32(this.#starts, index)
    const end = start + to - from
    if (end + 1 > this.#bytes.length) {
      this.#bytes = enlarge(this.#bytes, Math.ceil(1.5 * (end + 1)))
      this.#view = Buffer.from(this.#bytes.buffer)
    }
    if (index + 2 > this.#starts.length) this.#starts = enlarge(this.#starts, Math.ceil(1.5 * (index + 2)))
    this.#bytes.set(source.subarray(from, to), start)
    this.#bytes[end] = SPACE
    this.#starts[index + 1] = end + 1
    if (2 * this.size > this.#buckets.length) this.#rehash()
    else this.#link(index, hash)
    return index
  }

  read(index: number): string {
    return this.#view.toString('utf8', i32(this.#starts, index), i32(this.#starts, index + 1) - 1)
  }

  /** The words that contain these bytes, in ascending order; undefined when there are more than `max`. */
  listContaining(part: Uint8Array, max: number): number[] | undefined {
    const view = this.#view.subarray(0, i32(this.#starts, this.size))
    const found: number[] = []
    for (let at = view.indexOf(part); at >= 0; ) {
      const index = this.#wordAt(at)
      found.push(index)
      if (found.length > max) return undefined
      at = view.indexOf(part, i32(this.#starts, index + 1))
    }
    return found
  }

  startsWith(index: number, part: Uint8Array): boolean {
    const start = i32(this.#starts, index)
    return i32(this.#starts, index + 1) - 1 - start >= part.length && this.#holdsAt(start, part)
  }

  contains(index: number, part: Uint8Array): boolean {
    const last = i32(this.#starts, index + 1) - 1 - part.length
    for (let at = i32(this.#starts, index); at <= last; at++) if (this.#holdsAt(at, part)) return true
    return false
  }

  #holdsAt(at: number, part: Uint8Array): boolean {
    for (let byte = 0; byte < part.length; byte++) if (u8(this.#bytes, at + byte) !== u8(part, byte)) return false
    return true
  }

  /** The word at a position, by binary search. */
  #wordAt(position: number): number {
    let low = 0
    let high = this.size - 1
    while (low < high) {
      const middle = (low + high + 1) >>> 1
      if (i32(this.#starts, middle) <= position) low = middle
      else high = middle - 1
    }
    return low
  }

  #isEqual(index: number, source: Uint8Array, from: number, to: number): boolean {
    const start = i32(this.#starts, index)
    if (i32(this.#starts, index + 1) - 1 - start !== to - from) return false
    for (let at = from; at < to; at++) if (u8(this.#bytes, start + at - from) !== u8(source, at)) return false
    return true
  }

  #bucketOf(hash: number): number {
    return Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) & (this.#buckets.length - 1)
  }

  #link(index: number, hash: number) {
    let bucket = this.#bucketOf(hash)
    while (i32(this.#buckets, bucket) > 0) bucket = (bucket + 1) & (this.#buckets.length - 1)
    this.#buckets[bucket] = index + 1
  }

  #rehash() {
    this.#buckets = new Int32Array(4 * 2 ** Math.ceil(Math.log2(this.size)))
    for (let index = 0; index < this.size; index++) {
      let hash = HASH_SEED
      const end = i32(this.#starts, index + 1) - 1
      for (let at = i32(this.#starts, index); at < end; at++) hash = hashByte(hash, u8(this.#bytes, at))
      this.#link(index, hash)
    }
  }
}
