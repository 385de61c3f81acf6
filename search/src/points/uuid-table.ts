import { reorder } from './build-tree.ts'
import { enlarge, i32 } from './typed-arrays.ts'

/** A buffer for the text of one id, and the number of dashes before each of its digits. */
const text = Buffer.from('00000000-0000-0000-0000-000000000000', 'latin1')
const dashes = Int32Array.from({ length: 32 }, (_, digit) => Math.max(0, Math.min(4, (digit >> 2) - 1)))

/** Texts that are kept, some 130 bytes each. A text that was read before also has its hash, which maps of ids need. */
const TEXTS = 2 ** 14

/** UUIDs by number, sixteen bytes each, and the number of a UUID: a million of them take thirty megabytes. */
export class UuidTable {
  /** Four words per UUID. Compared as unsigned numbers they order as PostgreSQL orders UUIDs. */
  #words: Int32Array = new Int32Array(4 * 64)
  /** Hash table with open addressing: number + 1, 0 for empty, -1 for deleted. */
  #buckets = new Int32Array(256)
  #used = 0
  /** The texts of what was read last, each where its number belongs, and those numbers. */
  readonly #texts = new Array<string>(TEXTS).fill('')
  readonly #textOwners = new Int32Array(TEXTS).fill(-1)

  write(index: number, id: string) {
    const place = index & (TEXTS - 1)
    if (i32(this.#textOwners, place) === index) this.#textOwners[place] = -1
    if (4 * index + 4 > this.#words.length) this.#words = enlarge(this.#words, 4 * (Math.ceil(index * 1.25) + 64))
    const hex = id.replaceAll('-', '')
    for (let word = 0; word < 4; word++)
      this.#words[4 * index + word] = Number.parseInt(hex.slice(8 * word, 8 * word + 8), 16)
  }

  read(index: number): string {
    const place = index & (TEXTS - 1)
    if (i32(this.#textOwners, place) !== index) {
      this.#texts[place] = this.#format(index)
      this.#textOwners[place] = index
    }
    return this.#texts[place] as string
  }

  #format(index: number): string {
    for (let digit = 0; digit < 32; digit++) {
      const value = (i32(this.#words, 4 * index + (digit >> 3)) >>> (28 - 4 * (digit & 7))) & 15
      text[digit + i32(dashes, digit)] = value < 10 ? 48 + value : 87 + value
    }
    return text.toString('latin1', 0, 36)
  }

  /** The order of UUIDs in PostgreSQL. */
  compare = (a: number, b: number): number => {
    for (let word = 0; word < 4; word++) {
      const one = i32(this.#words, 4 * a + word) >>> 0
      const other = i32(this.#words, 4 * b + word) >>> 0
      if (one !== other) return one < other ? -1 : 1
    }
    return 0
  }

  /** Makes a written UUID findable. */
  add(index: number) {
    if (2 * (this.#used + 1) > this.#buckets.length) this.#rehash(this.#used)
    let bucket = this.#hash(index)
    while (i32(this.#buckets, bucket) > 0) bucket = (bucket + 1) & (this.#buckets.length - 1)
    if (i32(this.#buckets, bucket) === 0) this.#used++
    this.#buckets[bucket] = index + 1
  }

  remove(index: number) {
    for (let bucket = this.#hash(index); ; bucket = (bucket + 1) & (this.#buckets.length - 1)) {
      if (i32(this.#buckets, bucket) !== index + 1) continue
      this.#buckets[bucket] = -1
      return
    }
  }

  /** The number of the UUID that is also written at `probe`, which need not be findable itself; -1 when there is none. */
  find(probe: number): number {
    for (let bucket = this.#hash(probe); ; bucket = (bucket + 1) & (this.#buckets.length - 1)) {
      const index = i32(this.#buckets, bucket) - 1
      if (index === -1) return -1
      if (index >= 0 && this.compare(index, probe) === 0) return index
    }
  }

  #hash(index: number): number {
    const mixed = Math.imul(i32(this.#words, 4 * index) ^ i32(this.#words, 4 * index + 3), 0x9e3779b1)
    return (
      (mixed ^ Math.imul(i32(this.#words, 4 * index + 1) ^ (mixed >>> 15), 0x85ebca6b)) & (this.#buckets.length - 1)
    )
  }

  /** Gives each UUID the number of its place in `order`, and makes all of these findable. */
  *reorder(order: Int32Array): Generator<undefined, void> {
    this.#words = yield* reorder(this.#words, order, 4)
    this.#textOwners.fill(-1)
    this.#rehash(order.length)
    for (let index = 0; index < order.length; index++) {
      this.add(index)
      if (index % 1024 === 0) yield
    }
  }

  /** Rehashes with capacity for twice as many ids. */
  #rehash(ids: number) {
    const used = this.#buckets.filter((bucket) => bucket > 0)
    this.#buckets = new Int32Array(4 * 2 ** Math.ceil(Math.log2(Math.max(ids, used.length, 64))))
    this.#used = 0
    for (const bucket of used) this.add(bucket - 1)
  }
}
