import { IntegerLists } from '../points/integer-lists.ts'
import type { SearchRow } from '../search-query.ts'
import { PostingLists } from './text-postings.ts'
import { Vocabulary } from './text-vocabulary.ts'

/** Bits of an entry of a document; the number of the word is above them. */
export const IN_NAME = 1
export const IN_TEXT = 2
export const WORD_SHIFT = 2

/** The points that have a word, by kind of word; `text` lists only points that do not have the word in their name. */
type Postings = { name: PostingLists; text: PostingLists }

/** Which words each point has in its name and in its text. */
export class TextIndex {
  readonly vocabulary = new Vocabulary()
  /** The words of each point. */
  readonly documents = new IntegerLists()
  readonly #words: Postings = { name: new PostingLists(), text: new PostingLists() }
  readonly #numerals: Postings = { name: new PostingLists(), text: new PostingLists() }
  #points = 0

  /** Adds a point in bulk. It is found after build(). */
  add(point: number, row: SearchRow) {
    this.documents.write(point, this.#listEntries(row))
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
    const current = this.#listEntries(row)
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
    this.documents.write(point, [])
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

  /** A word has one entry, however often it occurs. */
  #listEntries(row: SearchRow): number[] {
    const [, , , , , , , , , , , , , name, text] = row
    const flags = new Map<number, number>()
    const collect = (words: string, flag: number) => {
      for (const word of words.split(' ')) {
        if (word === '') continue
        const number = this.vocabulary.findOrAdd(word)
        flags.set(number, (flags.get(number) ?? 0) | flag)
      }
    }
    collect(name, IN_NAME)
    collect(text, IN_TEXT)
    return Array.from(flags, ([number, flag]) => (number << WORD_SHIFT) | flag)
  }
}
