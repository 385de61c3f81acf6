import { enlarge, i32 } from '../points/typed-arrays.ts'

/** A word of more points than this has no list, unless it is less than one point in sixteen. */
const MIN_FREQUENT = 4096
const NOT_LISTED = -1

/**
 * How many points have each word, and which: linked lists in shared arrays, eight bytes per entry. A frequent word is found in any
 * neighbourhood after a few points, so its list is dropped; that also bounds the time to remove a point from a list.
 */
export class PostingLists {
  #counts = new Int32Array(64)
  /** By word: the first entry + 1, 0 for none, NOT_LISTED. */
  #heads = new Int32Array(64)
  #points = new Int32Array(64)
  #next = new Int32Array(64)
  #entries = 0
  /** The first of the freed entries + 1. */
  #free = 0

  add(word: number, point: number, allPoints: number) {
    if (word >= this.#counts.length) this.#enlargeWords(word + 1)
    const count = i32(this.#counts, word) + 1
    this.#counts[word] = count
    if (i32(this.#heads, word) === NOT_LISTED) return
    if (count > MIN_FREQUENT && count > allPoints >> 4) return this.#drop(word)
    const entry = this.#takeEntry()
    this.#points[entry] = point
    this.#next[entry] = i32(this.#heads, word)
    this.#heads[word] = entry + 1
  }

  remove(word: number, point: number) {
    this.#counts[word] = i32(this.#counts, word) - 1
    let previous = -1
    for (let entry = i32(this.#heads, word) - 1; entry >= 0; entry = i32(this.#next, entry) - 1) {
      if (i32(this.#points, entry) === point) {
        if (previous < 0) this.#heads[word] = i32(this.#next, entry)
        else this.#next[previous] = i32(this.#next, entry)
        return this.#freeEntry(entry)
      }
      previous = entry
    }
  }

  count(word: number): number {
    return word < this.#counts.length ? i32(this.#counts, word) : 0
  }

  isListed(word: number): boolean {
    return word >= this.#counts.length || i32(this.#heads, word) !== NOT_LISTED
  }

  /** Only of a listed word. */
  forEach(word: number, visit: (point: number) => void) {
    if (word >= this.#counts.length) return
    for (let entry = i32(this.#heads, word) - 1; entry >= 0; entry = i32(this.#next, entry) - 1)
      visit(i32(this.#points, entry))
  }

  #drop(word: number) {
    for (let entry = i32(this.#heads, word) - 1; entry >= 0; ) {
      const next = i32(this.#next, entry) - 1
      this.#freeEntry(entry)
      entry = next
    }
    this.#heads[word] = NOT_LISTED
  }

  #takeEntry(): number {
    const freed = this.#free - 1
    if (freed >= 0) {
      this.#free = i32(this.#next, freed)
      return freed
    }
    if (this.#entries === this.#points.length) {
      const capacity = Math.ceil(1.5 * this.#entries)
      this.#points = enlarge(this.#points, capacity)
      this.#next = enlarge(this.#next, capacity)
    }
    return this.#entries++
  }

  #freeEntry(entry: number) {
    this.#next[entry] = this.#free
    this.#free = entry + 1
  }

  #enlargeWords(words: number) {
    const capacity = Math.ceil(1.5 * words)
    this.#counts = enlarge(this.#counts, capacity)
    this.#heads = enlarge(this.#heads, capacity)
  }
}
