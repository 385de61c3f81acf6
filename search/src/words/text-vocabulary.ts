import { compareWords, listCorrections, textRules } from './text-corrections.ts'
import { toTrigrams } from './text-trigrams.ts'

/** The word begins with the searched form, or contains it. */
export const PREFIX = 1
export const INSIDE = 2

/** Which words a searched word stands for, with their flags; `numerals` is undefined where there are too many to list. */
export type WordMatch = {
  form: string
  words: readonly number[]
  wordFlags: readonly number[]
  numerals: readonly number[] | undefined
  numeralFlags: readonly number[]
}

/** A form such as 1 is contained in most numerals. */
const MAX_NUMERALS = 4096
/** Forms of one or two characters need a scan of all words: so many of them are remembered until a word is added. */
const MAX_SCANS = 200
const FIRST_KNOWN = 2 * textRules.candidates
const byTrigrams = /^[a-z0-9]{3,}$/
const isCovered = /^[a-z]{3,40}$/
const isNumeral = /^[0-9]+$/

/** Distinct words by number. Words are added and never removed. */
class WordList {
  readonly texts: string[] = []
  readonly #numbers = new Map<string, number>()

  find(word: string): number | undefined {
    return this.#numbers.get(word)
  }

  /** Adds a word that find() does not know. */
  add(word: string): number {
    const number = this.texts.push(word) - 1
    this.#numbers.set(word, number)
    return number
  }

  /** The words that contain the part; undefined when there are more than `max`. */
  listContaining(part: string, max: number): number[] | undefined {
    const found: number[] = []
    for (const [number, text] of this.texts.entries()) {
      if (!text.includes(part)) continue
      if (found.length === max) return undefined
      found.push(number)
    }
    return found
  }
}

/**
 * Every word of a text: its number is 2n in the list of words, 2n + 1 in the list of numerals. Numerals are house numbers and the like,
 * as many as barbershops, so they are neither corrected nor scanned for a form with other characters.
 */
export class Vocabulary {
  readonly words = new WordList()
  readonly numerals = new WordList()
  readonly #wordsByTrigram = new Map<string, number[]>()
  readonly #trigramCounts: number[] = []
  /** By word: whether typos may be corrected to it. */
  readonly #known: boolean[] = []
  readonly #firstKnown: number[] = []
  readonly #scans = new Map<string, number[]>()

  findOrAdd(word: string): number {
    if (isNumeral.test(word)) return 2 * (this.numerals.find(word) ?? this.numerals.add(word)) + 1
    return 2 * (this.words.find(word) ?? this.#addWord(word))
  }

  /** Words of the vocabulary of the database, which has no numerals. */
  addKnown(word: string) {
    const index = this.words.find(word) ?? this.#addWord(word)
    if (this.#known[index]) return
    this.#known[index] = true
    const { texts } = this.words
    const after = this.#firstKnown.findIndex((other) => compareWords(word, texts[other] as string) < 0)
    if (after < 0 && this.#firstKnown.length === FIRST_KNOWN) return
    this.#firstKnown.splice(after < 0 ? this.#firstKnown.length : after, 0, index)
    this.#firstKnown.length = Math.min(this.#firstKnown.length, FIRST_KNOWN)
  }

  #addWord(word: string): number {
    const index = this.words.add(word)
    const trigrams = toTrigrams(word)
    this.#known[index] = false
    this.#trigramCounts[index] = trigrams.length
    for (const trigram of trigrams) {
      const list = this.#wordsByTrigram.get(trigram)
      if (list) list.push(index)
      else this.#wordsByTrigram.set(trigram, [index])
    }
    this.#scans.clear()
    return index
  }

  /** What a word may begin with that stands for the form: the form, or its corrections when no known word begins with it. */
  listBeginnings(form: string): readonly string[] {
    const isKnown = (index: number) => this.#known[index] === true && this.words.texts[index]?.startsWith(form) === true
    if (!isCovered.test(form) || this.#listContaining(form).some(isKnown)) return [form]
    const corrections = this.#listCorrections(form)
    return corrections.length > 0 ? corrections : [form]
  }

  #listCorrections(form: string): string[] {
    return listCorrections(form, {
      texts: this.words.texts,
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
        (this.words.texts[index]?.startsWith(form) ? PREFIX : 0) | (isRestricted && !this.#known[index] ? 0 : INSIDE),
    )
    return { form, words: containing, wordFlags, ...this.#matchNumerals(form) }
  }

  /** Words that begin with the form or with one of its corrections. */
  matchCorrected(form: string): WordMatch {
    const corrections = this.#listCorrections(form)
    const words = new Set<number>()
    for (const part of [form, ...corrections])
      for (const index of this.#listContaining(part)) if (this.words.texts[index]?.startsWith(part)) words.add(index)
    return { form, words: [...words], wordFlags: Array(words.size).fill(PREFIX), ...this.#matchNumerals(form) }
  }

  #matchNumerals(form: string): Pick<WordMatch, 'numerals' | 'numeralFlags'> {
    const numerals = isNumeral.test(form) ? this.numerals.listContaining(form, MAX_NUMERALS) : []
    const { texts } = this.numerals
    const numeralFlags = (numerals ?? []).map((index) => (texts[index]?.startsWith(form) ? PREFIX | INSIDE : INSIDE))
    return { numerals, numeralFlags }
  }

  #listContaining(form: string): readonly number[] {
    if (byTrigrams.test(form)) return this.#listByTrigram(form)
    const known = this.#scans.get(form)
    if (known) return known
    const found = this.words.listContaining(form, Number.POSITIVE_INFINITY) ?? []
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
    return (rarest ?? []).filter((index) => this.words.texts[index]?.includes(form))
  }
}
