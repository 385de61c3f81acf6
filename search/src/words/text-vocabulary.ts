import { compareWords, listCorrections, textRules } from './text-corrections.ts'
import { toTrigrams } from './text-trigrams.ts'
import { HASH_SEED, hashByte, WordTable } from './text-word-table.ts'

/** The word begins with the searched form, or contains it. */
export const PREFIX = 1
export const INSIDE = 2

/** Which words a searched word stands for, with their flags; `numerals` is undefined where there are too many to list. */
export type WordMatch = {
  words: readonly number[]
  wordFlags: readonly number[]
  numerals: readonly number[] | undefined
  numeralFlags: readonly number[]
  bytes: Uint8Array
}

/** A form such as 1 is contained in most numerals. */
const MAX_NUMERALS = 4096
/** Forms of one or two characters need a scan of all words: so many of them are remembered until a word is added. */
const MAX_SCANS = 200
const FIRST_KNOWN = 2 * textRules.candidates
const byTrigrams = /^[a-z0-9]{3,}$/
const isCovered = /^[a-z]{3,40}$/

/**
 * Every word of a text: its number is 2n in the table of words, 2n + 1 in the table of numerals. Numerals are house numbers and the like,
 * as many as barbershops, so they are neither corrected nor scanned for a form with other characters.
 */
export class Vocabulary {
  readonly words = new WordTable()
  readonly numerals = new WordTable()
  readonly #texts: string[] = []
  readonly #wordsByTrigram = new Map<string, number[]>()
  readonly #trigramCounts: number[] = []
  /** By word: 1 where typos may be corrected to it. */
  readonly #known: boolean[] = []
  readonly #firstKnown: number[] = []
  readonly #scans = new Map<string, number[]>()

  findOrAdd(source: Uint8Array, from: number, to: number, { hash, isNumeral }: { hash: number; isNumeral: boolean }) {
    const table = isNumeral ? this.numerals : this.words
    const known = table.find(source, from, to, hash)
    if (known >= 0) return 2 * known + Number(isNumeral)
    const added = table.add(source, from, to, hash)
    if (!isNumeral) this.#addWord(added)
    return 2 * added + Number(isNumeral)
  }

  /** Words of the vocabulary of the database, which has no numerals. */
  addKnown(word: string) {
    const bytes = Buffer.from(word)
    let hash = HASH_SEED
    for (const byte of bytes) hash = hashByte(hash, byte)
    const index = this.findOrAdd(bytes, 0, bytes.length, { hash, isNumeral: false }) >> 1
    if (this.#known[index]) return
    this.#known[index] = true
    const after = this.#firstKnown.findIndex((other) => compareWords(word, this.#texts[other] as string) < 0)
    if (after < 0 && this.#firstKnown.length === FIRST_KNOWN) return
    this.#firstKnown.splice(after < 0 ? this.#firstKnown.length : after, 0, index)
    this.#firstKnown.length = Math.min(this.#firstKnown.length, FIRST_KNOWN)
  }

  #addWord(index: number) {
    const word = this.words.read(index)
    const trigrams = toTrigrams(word)
    this.#texts[index] = word
    this.#known[index] = false
    this.#trigramCounts[index] = trigrams.length
    for (const trigram of trigrams) {
      const list = this.#wordsByTrigram.get(trigram)
      if (list) list.push(index)
      else this.#wordsByTrigram.set(trigram, [index])
    }
    this.#scans.clear()
  }

  /** What a word may begin with that stands for the form: the form, or its corrections when no known word begins with it. */
  listBeginnings(form: string): readonly string[] {
    const isKnown = (index: number) => this.#known[index] === true && this.#texts[index]?.startsWith(form) === true
    if (!isCovered.test(form) || this.#listContaining(form).some(isKnown)) return [form]
    const corrections = this.#listCorrections(form)
    return corrections.length > 0 ? corrections : [form]
  }

  #listCorrections(form: string): string[] {
    return listCorrections(form, {
      texts: this.#texts,
      known: this.#known,
      trigramCounts: this.#trigramCounts,
      wordsByTrigram: this.#wordsByTrigram,
      firstKnown: this.#firstKnown,
    })
  }

  /** Words that begin with the form, or contain it. */
  match(form: string): WordMatch {
    const containing = this.#listContaining(form)
    const known = isCovered.test(form) ? containing.filter((index) => this.#known[index]) : undefined
    const isRestricted = known !== undefined && known.length <= textRules.maxKnownWords
    const wordFlags = containing.map(
      (index) =>
        (this.#texts[index]?.startsWith(form) ? PREFIX : 0) | (isRestricted && !this.#known[index] ? 0 : INSIDE),
    )
    return { words: containing, wordFlags, ...this.#matchNumerals(form) }
  }

  /** Words that begin with the form or with one of its corrections. */
  matchCorrected(form: string): WordMatch {
    const corrections = this.#listCorrections(form)
    const words = new Set<number>()
    for (const part of [form, ...corrections])
      for (const index of this.#listContaining(part)) if (this.#texts[index]?.startsWith(part)) words.add(index)
    return { words: [...words], wordFlags: Array(words.size).fill(PREFIX), ...this.#matchNumerals(form) }
  }

  #matchNumerals(form: string): Pick<WordMatch, 'numerals' | 'numeralFlags' | 'bytes'> {
    const bytes = Buffer.from(form)
    const numerals = /^[0-9]+$/.test(form) ? this.numerals.listContaining(bytes, MAX_NUMERALS) : []
    const numeralFlags = (numerals ?? []).map((index) =>
      this.numerals.startsWith(index, bytes) ? PREFIX | INSIDE : INSIDE,
    )
    return { numerals, numeralFlags, bytes }
  }

  #listContaining(form: string): readonly number[] {
    if (byTrigrams.test(form)) return this.#listByTrigram(form)
    const known = this.#scans.get(form)
    if (known) return known
    const found = this.words.listContaining(Buffer.from(form), Number.POSITIVE_INFINITY) ?? []
    if (this.#scans.size >= MAX_SCANS) this.#scans.clear()
    this.#scans.set(form, found)
    return found
  }

  /** Each trigram within the form is one of every word that contains it: the words of the rarest one are checked. */
  #listByTrigram(form: string): readonly number[] {
    let rarest: readonly number[] | undefined
    for (let at = 0; at + 3 <= form.length; at++) {
      const words = this.#wordsByTrigram.get(form.slice(at, at + 3))
      if (!words) return []
      if (!rarest || words.length < rarest.length) rarest = words
    }
    return (rarest ?? []).filter((index) => this.#texts[index]?.includes(form))
  }
}
