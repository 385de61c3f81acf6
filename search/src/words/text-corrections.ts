import { enlarge, i32 } from '../points/typed-arrays.ts'
import { toTrigrams } from './text-trigrams.ts'

/** Shared with the SQL that is the oracle of this index. */
export const textRules = {
  /** With more words of the vocabulary that contain it, any word may contain a part of a word. */
  maxKnownWords: 20,
  /** The words most similar to a mistyped one, and how many of them may replace it. */
  candidates: 30,
  corrections: 3,
  /** A transposition counts as two. */
  maxTypos: (length: number) => (length < MIN_LENGTH ? 0 : length < TWO_TYPOS_LENGTH ? 1 : 2),
} as const

type CorrectionSource = {
  texts: readonly string[]
  known: readonly boolean[]
  trigramCounts: readonly number[]
  wordsByTrigram: ReadonlyMap<string, readonly number[]>
  /** The first known words by compareWords(), twice as many as there are candidates. */
  firstKnown: readonly number[]
}

type Candidate = { word: string; distance: number }

/** Shorter words than this are not corrected, nor longer ones. */
const MIN_LENGTH = 3
const MAX_LENGTH = 40
/** Forms of this length may have two typos. */
const TWO_TYPOS_LENGTH = 5

// Reused by all queries, which run synchronously one after the other. Shared trigrams by word.
let shared = new Int32Array(64)

/**
 * Known words within one typo of the form, two for forms of five or more characters, the least first; a transposition counts as two.
 * As in SQL only the words that pg_trgm finds most similar are compared.
 */
export function listCorrections(form: string, source: CorrectionSource): string[] {
  const { length } = [...form]
  if (length < MIN_LENGTH || length > MAX_LENGTH) return []
  const maxTypos = textRules.maxTypos(length)
  return listSimilar(form, source)
    .map((candidate) => ({ ...candidate, typos: countTypos([...candidate.word], [...form]) }))
    .filter(({ typos }) => typos <= maxTypos)
    .toSorted((a, b) => a.typos - b.typos || compareCandidates(a, b))
    .slice(0, textRules.corrections)
    .map(({ word }) => word)
}

/** The known words with the highest similarity, by distance, then by word. */
function listSimilar(form: string, source: CorrectionSource): Candidate[] {
  const { texts, known, trigramCounts } = source
  const trigrams = toTrigrams(form)
  const words = countShared(trigrams, source)
  const best: Candidate[] = []
  for (const index of words) {
    const count = i32(shared, index)
    shared[index] = 0
    if (!known[index]) continue
    // Four-byte floats, as pg_trgm computes them, so that ties are the same ties.
    const similarity = Math.fround(count / ((trigramCounts[index] as number) + trigrams.length - count))
    insertCandidate(best, { word: texts[index] as string, distance: Math.fround(1 - similarity) })
  }
  // In a small vocabulary words without a common trigram are among the most similar ones.
  if (best.length < textRules.candidates) {
    const areSimilar = new Set(words)
    for (const index of source.firstKnown)
      if (!areSimilar.has(index)) insertCandidate(best, { word: texts[index] as string, distance: 1 })
  }
  return best
}

/** Writes into `shared` how many trigrams each word has in common; returns the words that have any. */
function countShared(trigrams: readonly string[], { texts, wordsByTrigram }: CorrectionSource): number[] {
  if (texts.length > shared.length) shared = enlarge(shared, Math.ceil(1.5 * texts.length))
  const words: number[] = []
  for (const trigram of trigrams)
    for (const index of wordsByTrigram.get(trigram) ?? []) {
      const count = i32(shared, index)
      if (count === 0) words.push(index)
      shared[index] = count + 1
    }
  return words
}

function insertCandidate(best: Candidate[], candidate: Candidate) {
  const worst = best.at(-1)
  const isFull = best.length === textRules.candidates
  if (isFull && worst && compareCandidates(candidate, worst) >= 0) return
  let at = best.length
  while (at > 0 && compareCandidates(candidate, best[at - 1] as Candidate) < 0) at--
  best.splice(at, 0, candidate)
  if (isFull) best.pop()
}

function compareCandidates(a: Candidate, b: Candidate): number {
  return a.distance - b.distance || compareWords(a.word, b.word)
}

/** The order of the collation "C", by code point. */
export function compareWords(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++)
    if (a.charCodeAt(at) !== b.charCodeAt(at)) return rankUnit(a.charCodeAt(at)) - rankUnit(b.charCodeAt(at))
  return a.length - b.length
}

/** Surrogates stand for the highest code points, but are not the highest units. */
function rankUnit(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}

/** The Levenshtein distance. */
function countTypos(a: readonly string[], b: readonly string[]): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [index, character] of a.entries()) {
    const next = [index + 1]
    for (let at = 1; at <= b.length; at++) {
      const replaced = (row[at - 1] as number) + Number(character !== b[at - 1])
      next.push(Math.min(replaced, (row[at] as number) + 1, (next[at - 1] as number) + 1))
    }
    row = next
  }
  return row[b.length] as number
}
