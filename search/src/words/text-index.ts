import { IntegerLists } from '../points/integer-lists.ts'
import { i32, u8 } from '../points/typed-arrays.ts'
import type { SearchRow } from '../search-query.ts'
import { PostingLists } from './text-postings.ts'
import { Vocabulary } from './text-vocabulary.ts'
import { HASH_SEED, hashByte, SPACE } from './text-word-table.ts'

/** Bits of an entry of a document; the number of the word is above them. */
export const IN_NAME = 1
export const IN_TEXT = 2
export const WORD_SHIFT = 2

/** Positions in a row. */
const [NAME, TEXT] = [13, 14] as const

const ZERO = 0x30
const NINE = 0x39

// Reused by all changes, which run synchronously one after the other.
let bytes = Buffer.alloc(4096)
const entries = new Int32Array(4096)
let entryCount = 0

/** The points that have a word, by kind of word; `text` lists only points that do not have the word in their name. */
type Postings = { name: PostingLists; text: PostingLists }

/**
 * Which words each point has in its name and in its text. About 150 bytes per barbershop with fifteen words of which one is a number
 * of its own: four per word, eight more per word that is not frequent, thirty for the number.
 */
export class TextIndex {
  readonly vocabulary = new Vocabulary()
  /** The words of each point. */
  readonly documents = new IntegerLists()
  readonly #words: Postings = { name: new PostingLists(), text: new PostingLists() }
  readonly #numerals: Postings = { name: new PostingLists(), text: new PostingLists() }
  #points = 0

  /** Adds a point in bulk. It is found after build(). */
  add(point: number, row: SearchRow) {
    this.documents.write(point, this.#readEntries(row))
  }

  *build(order: Int32Array): Generator<undefined, void> {
    yield* this.documents.reorder(order)
    for (let point = 0; point < order.length; point++) {
      this.#link(point)
      if (point % 256 === 0) yield
    }
  }

  /** Also of a new point. */
  replace(point: number, row: SearchRow) {
    const current = this.#readEntries(row)
    const known = this.documents.read(point)
    if (known.length === current.length && known.every((entry, at) => entry === current[at])) return
    this.remove(point)
    this.documents.write(point, current)
    this.#link(point)
  }

  remove(point: number) {
    const length = this.documents.length(point)
    if (length === 0) return
    this.#points--
    for (const entry of this.documents.read(point)) this.#listOf(entry).remove(entry >> (WORD_SHIFT + 1), point)
    this.documents.write(point, entries.subarray(0, 0))
  }

  /** The lists of one kind of word. */
  postings(isNumeral: boolean): Postings {
    return isNumeral ? this.#numerals : this.#words
  }

  #link(point: number) {
    const length = this.documents.length(point)
    if (length === 0) return
    this.#points++
    for (const entry of this.documents.read(point))
      this.#listOf(entry).add(entry >> (WORD_SHIFT + 1), point, this.#points)
  }

  #listOf(entry: number): PostingLists {
    const postings = this.postings(((entry >> WORD_SHIFT) & 1) === 1)
    return (entry & IN_NAME) === 0 ? postings.text : postings.name
  }

  /** A view, valid until the next call. */
  #readEntries(row: SearchRow): Int32Array {
    entryCount = 0
    this.#collect(row[NAME], IN_NAME)
    this.#collect(row[TEXT], IN_TEXT)
    return entries.subarray(0, entryCount)
  }

  #collect(text: string, flag: number) {
    if (bytes.length < 3 * text.length) bytes = Buffer.alloc(4 * text.length)
    const length = bytes.write(text)
    let from = 0
    let hash = HASH_SEED
    let isNumeral = true
    for (let at = 0; at <= length; at++) {
      const byte = at < length ? u8(bytes, at) : SPACE
      if (byte !== SPACE) {
        hash = hashByte(hash, byte)
        if (byte < ZERO || byte > NINE) isNumeral = false
        continue
      }
      if (at > from) addEntry(this.vocabulary.findOrAdd(bytes, from, at, { hash, isNumeral }), flag)
      from = at + 1
      hash = HASH_SEED
      isNumeral = true
    }
  }
}

/** A word has one entry, however often it occurs. More words than there is space for are ignored: no text is as long. */
function addEntry(word: number, flag: number) {
  for (let at = 0; at < entryCount; at++) {
    const entry = i32(entries, at)
    if (entry >> WORD_SHIFT !== word) continue
    entries[at] = entry | flag
    return
  }
  if (entryCount < entries.length) entries[entryCount++] = (word << WORD_SHIFT) | flag
}
