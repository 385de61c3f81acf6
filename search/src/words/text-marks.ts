import { enlarge, i32 } from '../points/typed-arrays.ts'
import { IN_NAME, IN_TEXT, NEXT_PART, type TextIndex, WORD_SHIFT } from './text-index.ts'
import { INSIDE, PREFIX, type WordMatch } from './text-vocabulary.ts'

/** Every form must match with this flag a word of the name, or of the text. */
export type TextCondition = { inName: boolean; flag: typeof PREFIX | typeof INSIDE }

const BITS_PER_FORM = 2
/** The bits of all forms must be bits of an integer. Queries have six words at most. */
const MAX_FORMS = 15

// Reused by all queries, which run synchronously one after the other: the flags of each form, by word and by numeral.
let wordMarks = new Int32Array(64)
let numeralMarks = new Int32Array(64)

/** The words that the forms of a query stand for, marked so that a point is checked with one look at each of its words. */
export class TextMarks {
  readonly matches: readonly WordMatch[]
  readonly #index: TextIndex
  /** Forms with too many numerals to mark: their numerals are compared. */
  readonly #compared: readonly number[]
  /** The lowest bit of each form. */
  readonly #firstBits: number

  constructor(index: TextIndex, matches: readonly WordMatch[]) {
    if (matches.length > MAX_FORMS) throw new RangeError(`A text query has at most ${MAX_FORMS} words`)
    this.matches = matches
    this.#index = index
    this.#firstBits = matches.reduce((bits, _, form) => bits | (1 << (form * BITS_PER_FORM)), 0)
    this.#compared = [...matches.keys()].filter((form) => !matches[form]?.numerals)
    const { words, numerals } = index.vocabulary
    if (words.texts.length > wordMarks.length) wordMarks = enlarge(wordMarks, Math.ceil(1.5 * words.texts.length))
    if (numerals.texts.length > numeralMarks.length)
      numeralMarks = enlarge(numeralMarks, Math.ceil(1.5 * numerals.texts.length))
    for (const [form, match] of matches.entries()) {
      const shift = form * BITS_PER_FORM
      mark(wordMarks, match.words, match.wordFlags, shift)
      mark(numeralMarks, match.numerals ?? [], match.numeralFlags, shift)
    }
  }

  /** Whether every word that contains a form also begins with it, so that both flags select the same points. */
  get haveEqualFlags(): boolean {
    const isBoth = (flags: number) => flags === (PREFIX | INSIDE)
    return this.matches.every(
      ({ numerals, wordFlags, numeralFlags }) => numerals && wordFlags.every(isBoth) && numeralFlags.every(isBoth),
    )
  }

  /** Must be called before the next marks are made. */
  clear() {
    for (const { words, numerals } of this.matches) {
      for (const word of words) wordMarks[word] = 0
      for (const numeral of numerals ?? []) numeralMarks[numeral] = 0
    }
  }

  /** Whether a part of the point has a word for each form. */
  accepts(point: number, { inName, flag }: TextCondition): boolean {
    const { documents } = this.#index
    const field = inName ? IN_NAME : IN_TEXT
    const all = flag * this.#firstBits
    let missing = all
    const start = documents.start(point)
    const end = start + documents.length(point)
    for (let at = start; at < end && missing !== 0; at++) {
      const entry = documents.entry(at)
      if ((entry & field) !== 0) missing &= ~this.#marksOf(entry)
      else if (entry === NEXT_PART) missing = all
    }
    return missing === 0
  }

  /** Whether this is the first word of an accepted point that has the flag for the form. */
  isFirst(point: number, word: number, form: number, { inName, flag }: TextCondition): boolean {
    const { documents } = this.#index
    const field = inName ? IN_NAME : IN_TEXT
    const bit = flag << (form * BITS_PER_FORM)
    for (let at = documents.start(point); ; at++) {
      const candidate = documents.entry(at)
      if ((candidate & field) !== 0 && (this.#marksOf(candidate) & bit) !== 0) return candidate >> WORD_SHIFT === word
    }
  }

  #marksOf(entry: number): number {
    const index = entry >> (WORD_SHIFT + 1)
    if (((entry >> WORD_SHIFT) & 1) === 0) return i32(wordMarks, index)
    let marks = i32(numeralMarks, index)
    for (const form of this.#compared) marks |= this.#compareNumeral(index, form) << (form * BITS_PER_FORM)
    return marks
  }

  #compareNumeral(index: number, form: number): number {
    const numeral = this.#index.vocabulary.numerals.texts[index] as string
    const part = (this.matches[form] as WordMatch).form
    if (numeral.startsWith(part)) return PREFIX | INSIDE
    return numeral.includes(part) ? INSIDE : 0
  }
}

function mark(marks: Int32Array, words: readonly number[], flags: readonly number[], shift: number) {
  for (const [at, word] of words.entries()) marks[word] = i32(marks, word) | ((flags[at] as number) << shift)
}
