import { IntegerLists } from '../points/integer-lists.ts'
import { PostingLists } from './text-postings.ts'
import { Vocabulary } from './text-vocabulary.ts'

/** Bits of an entry of a document; the number of the word is above them. */
export const IN_NAME = 1
export const IN_TEXT = 2
export const WORD_SHIFT = 2
/** An entry between two parts of a document, which has no word. */
export const NEXT_PART = 0

/** What a point is found by: normalized words, separated by single spaces. All forms of a query must match the same part. */
export type TextPart = { name: string; text: string }

/** As in the vocabulary of the database. */
const isKnowable = /^(?!\d+$).{3,40}$/u

/** The points that have a word, by kind of word; `text` lists only points that do not have the word in their name. */
type Postings = { name: PostingLists; text: PostingLists }

/** Which words each point has in the names and the texts of its parts. */
export class TextIndex {
  readonly vocabulary = new Vocabulary()
  /** Whether typos may be corrected to any word that was added. */
  readonly #hasKnownWords: boolean
  /** The words of each point. */
  readonly documents = new IntegerLists()
  readonly #words: Postings = { name: new PostingLists(), text: new PostingLists() }
  readonly #numerals: Postings = { name: new PostingLists(), text: new PostingLists() }
  #points = 0

  constructor({ hasKnownWords }: { hasKnownWords: boolean }) {
    this.#hasKnownWords = hasKnownWords
  }

  /** Adds a point in bulk. It is found after build(). */
  add(point: number, parts: readonly TextPart[]) {
    this.documents.write(point, this.#listEntries(parts))
  }

  *build(order: Int32Array): Generator<undefined, void> {
    yield* this.documents.reorder(order)
    for (let point = 0; point < order.length; point++) {
      this.#link(point)
      if (point % 256 === 0) yield
    }
  }

  /** Also of a new point. */
  replace(point: number, parts: readonly TextPart[]) {
    const current = this.#listEntries(parts)
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
    for (const entry of this.#listWords(point)) this.#listOf(entry).remove(entry >> (WORD_SHIFT + 1), point)
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
    for (const entry of this.#listWords(point)) this.#listOf(entry).add(entry >> (WORD_SHIFT + 1), point, this.#points)
  }

  #listOf(entry: number): PostingLists {
    const postings = this.postings(((entry >> WORD_SHIFT) & 1) === 1)
    return (entry & IN_NAME) === 0 ? postings.text : postings.name
  }

  /** Each word of a point once: with the flags that it has in all parts. */
  #listWords(point: number): Iterable<number> {
    const entries = this.documents.read(point)
    if (!entries.includes(NEXT_PART)) return entries
    const words = new Map<number, number>()
    for (const entry of entries) {
      const word = entry >> WORD_SHIFT
      if (entry !== NEXT_PART) words.set(word, (words.get(word) ?? 0) | entry)
    }
    return words.values()
  }

  #listEntries(parts: readonly TextPart[]): number[] {
    return parts.flatMap((part, index) => {
      const entries = this.#listEntriesOfPart(part)
      return index === 0 ? entries : [NEXT_PART, ...entries]
    })
  }

  /** A word has one entry, however often it occurs. */
  #listEntriesOfPart({ name, text }: TextPart): number[] {
    const flags = new Map<number, number>()
    const collect = (words: string, flag: number) => {
      for (const word of words.split(' ')) {
        if (word === '') continue
        const number = this.vocabulary.findOrAdd(word)
        if (this.#hasKnownWords && isKnowable.test(word)) this.vocabulary.addKnown(word)
        flags.set(number, (flags.get(number) ?? 0) | flag)
      }
    }
    collect(name, IN_NAME)
    collect(text, IN_TEXT)
    return Array.from(flags, ([number, flag]) => (number << WORD_SHIFT) | flag)
  }
}
