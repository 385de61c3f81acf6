import { enlarge, i32 } from './point-tree/numbers.ts'

/** The text of an id while it is written: 8-4-4-4-12 digits, and how many dashes stand before each of them. */
const letters = Buffer.from('00000000-0000-0000-0000-000000000000', 'latin1')
const dashes = Int32Array.from({ length: 32 }, (_, digit) => Math.max(0, Math.min(4, (digit >> 2) - 1)))

/** UUIDs by slot, sixteen bytes each, and the slot of a UUID: a million of them in thirty megabytes. */
export class UuidTable {
  /** Four numbers a slot, of which the base's order of ids is that of unsigned numbers. */
  words: Int32Array = new Int32Array(4 * 64)
  /** Open addressing: slot + 1, 0 where nothing was ever, -1 where something was. */
  #places = new Int32Array(256)
  #used = 0

  write(slot: number, id: string) {
    if (4 * slot + 4 > this.words.length) this.words = enlarge(this.words, 4 * (Math.ceil(slot * 1.25) + 64))
    const hex = id.replaceAll('-', '')
    for (let word = 0; word < 4; word++)
      this.words[4 * slot + word] = Number.parseInt(hex.slice(8 * word, 8 * word + 8), 16)
  }

  read(slot: number): string {
    for (let digit = 0; digit < 32; digit++) {
      const value = (i32(this.words, 4 * slot + (digit >> 3)) >>> (28 - 4 * (digit & 7))) & 15
      letters[digit + i32(dashes, digit)] = value < 10 ? 48 + value : 87 + value
    }
    return letters.toString('latin1', 0, 36)
  }

  /** As the base orders ids. */
  compare = (a: number, b: number): number => {
    for (let word = 0; word < 4; word++) {
      const [one, other] = [i32(this.words, 4 * a + word) >>> 0, i32(this.words, 4 * b + word) >>> 0]
      if (one !== other) return one < other ? -1 : 1
    }
    return 0
  }

  /** Makes a written slot known under its id. */
  add(slot: number) {
    if (2 * (this.#used + 1) > this.#places.length) this.makeRoom(this.#used)
    let place = this.#firstPlace(slot)
    while (i32(this.#places, place) > 0) place = (place + 1) & (this.#places.length - 1)
    if (i32(this.#places, place) === 0) this.#used++
    this.#places[place] = slot + 1
  }

  remove(slot: number) {
    for (let place = this.#firstPlace(slot); ; place = (place + 1) & (this.#places.length - 1)) {
      if (i32(this.#places, place) !== slot + 1) continue
      this.#places[place] = -1
      return
    }
  }

  /** The slot of the id that was written at `like`, which need not be known itself; -1 when there is none. */
  find(like: number): number {
    for (let place = this.#firstPlace(like); ; place = (place + 1) & (this.#places.length - 1)) {
      const slot = i32(this.#places, place) - 1
      if (slot === -1) return -1
      if (slot >= 0 && this.compare(slot, like) === 0) return slot
    }
  }

  #firstPlace(slot: number): number {
    const mixed = Math.imul(i32(this.words, 4 * slot) ^ i32(this.words, 4 * slot + 3), 0x9e3779b1)
    return (mixed ^ Math.imul(i32(this.words, 4 * slot + 1) ^ (mixed >>> 15), 0x85ebca6b)) & (this.#places.length - 1)
  }

  /** For so many ids and as many again, before the places are laid out anew. */
  makeRoom(ids: number) {
    const known = this.#places.filter((place) => place > 0)
    this.#places = new Int32Array(4 * 2 ** Math.ceil(Math.log2(Math.max(ids, known.length, 64))))
    this.#used = 0
    for (const place of known) this.add(place - 1)
  }
}
