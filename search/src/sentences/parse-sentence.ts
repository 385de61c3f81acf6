import type { PlaceLookup } from '../places/place-index.ts'
import type { Place } from '../places/place-table.ts'
import { countEdits, maxTyposOf } from '../words/typos.ts'
import { findWeekday, shiftDate, takeDay } from './sentence-days.ts'
import { correctableWords, fillers, LONGEST_PHRASE, lexicon, type Meaning, unmistakable } from './sentence-lexicon.ts'
import { takePrices, takeRating, takeWait } from './sentence-numbers.ts'
import { takePlace, takeTypedPlace, takeWholePlace } from './sentence-places.ts'
import { type HourRange, takeHours } from './sentence-times.ts'
import { SentenceText, type SentenceToken, toTokens } from './sentence-words.ts'
import type { TradeWord, UnknownWord } from './trade-words.ts'

/** What a sentence requests. Days are YYYY-MM-DD, hours HH:MM of the place, prices cents. */
export type ParsedSentence = HourRange & {
  service?: string
  /** The word of the trade that names the service, and what else it may mean. */
  word?: Typed<TradeWord>
  /** Words that no filter has. */
  unknown?: Typed<UnknownWord>[]
  freeOn?: string
  place?: Place
  /** The name of the place was mistyped, if it was meant. */
  isPlaceGuessed?: true
  priceMin?: number
  priceMax?: number
  openNow?: true
  walkIns?: true
  /** Minutes. */
  maxWait?: number
  ratingMin?: number
  features?: string[]
  orderBy?: 'distance' | 'rating' | 'price' | 'popularity' | 'nextFree' | 'soonest'
  /** What the grammar has no rule for, as it was typed. */
  text?: string
}

/** As it was typed. */
type Typed<T> = T & { typed: string }

export type SentenceContext = { today: string; places: PlaceLookup }

const SATURDAY = 6
const MAX_TOKENS = 40

/**
 * Parses a sentence of a customer, such as 'degradê amanhã à noite perto da Paulista até 60', by the closed lists of
 * sentence-lexicon.ts and the patterns for days, hours and numbers. The order of its parts is free, and typos are corrected.
 */
export function parseSentence(text: string, { today, places }: SentenceContext): ParsedSentence {
  const typed = text.normalize('NFC')
  const tokens = toTokens(typed).slice(0, MAX_TOKENS)
  for (const token of tokens) correctToken(token, places)
  const sentence = new SentenceText(tokens)
  const typedPlace = takeWholePlace(sentence, places) ?? takeTypedPlace(sentence, places)
  const day = takeDay(sentence, today)
  const ratingMin = takeRating(sentence)
  const maxWait = takeWait(sentence)
  const hours = takeHours(sentence)
  const prices = takePrices(sentence)
  const meanings = takeMeanings(sentence)
  const { hours: partOfDay, ...meant } = collectMeanings(meanings, today)
  const wordsOfTrade = listTradeWords(meanings, ({ first, count }) =>
    typed.slice(tokens[first]?.from, tokens[first + count - 1]?.to),
  )
  const found = typedPlace ? { place: typedPlace, isGuessed: false } : takePlace(sentence, places)
  const rest = formatRest(sentence, typed)
  const parsed: ParsedSentence = {
    ...meant,
    ...prices,
    ...(hours ?? partOfDay),
    ...(day && { freeOn: day }),
    ...(ratingMin && { ratingMin }),
    ...(maxWait && { maxWait }),
    ...(found && { place: found.place }),
    ...(found?.isGuessed && { isPlaceGuessed: true }),
    ...(rest && { text: rest }),
  }
  if (wordsOfTrade.unknown && Object.keys(parsed).length === 0) parsed.orderBy = 'distance'
  return { ...parsed, ...wordsOfTrade }
}

function listTradeWords(
  meanings: readonly FoundMeaning[],
  getTyped: (found: FoundMeaning) => string,
): Pick<ParsedSentence, 'word' | 'unknown'> {
  const known = meanings.flatMap((found) => {
    const word = 'service' in found.meaning && found.meaning.word
    return word ? [{ ...word, typed: getTyped(found) }] : []
  })
  const unknown = meanings.flatMap((found) =>
    'unknown' in found.meaning ? [{ ...found.meaning.unknown, typed: getTyped(found) }] : [],
  )
  return { ...(known[0] && { word: known[0] }), ...(unknown.length > 0 && { unknown }) }
}

/** Corrects a word that is not one of the grammar nor of a place. */
function correctToken(token: SentenceToken, places: PlaceLookup) {
  const { form } = token
  const max = maxTyposOf(form.length)
  if (
    max === 0 ||
    !/^[a-z]+$/.test(form) ||
    correctableWords.has(form) ||
    unmistakable.has(form) ||
    places.hasWord(form)
  )
    return
  let best = max + 1
  for (const word of correctableWords) {
    if (word[0] !== form[0]) continue
    const typos = countEdits(form, word, max)
    // A character is forgotten more often than mistaken: of two as similar words the longer one.
    if (typos > max || typos > best || (typos === best && word.length <= token.form.length)) continue
    best = typos
    token.form = word
  }
}

type FoundMeaning = { meaning: Meaning; first: number; count: number }

/** The phrases of the lexicon from left to right, the longest first. */
function takeMeanings(sentence: SentenceText): FoundMeaning[] {
  const { tokens } = sentence
  const found: FoundMeaning[] = []
  for (let first = 0; first < tokens.length; first++) {
    const next = findMeaning(tokens, first)
    if (!next) continue
    if ('isText' in next.meaning) {
      first += next.count - 1
      continue
    }
    // A second service stays text.
    if ('service' in next.meaning && found.some((other) => 'service' in other.meaning)) continue
    sentence.takeTokens(first, next.count)
    found.push(next)
  }
  return found
}

function findMeaning(tokens: readonly SentenceToken[], first: number): FoundMeaning | undefined {
  for (let count = Math.min(LONGEST_PHRASE, tokens.length - first); count > 0; count--) {
    const words = tokens.slice(first, first + count)
    if (words.some(({ isTaken }) => isTaken)) continue
    const meaning = lexicon.get(words.map(({ form }) => form).join(' '))
    if (meaning) return { meaning, first, count }
  }
  return undefined
}

type Collected = Omit<ParsedSentence, 'place' | 'text' | 'word' | 'unknown'> & { hours?: HourRange }

function collectMeanings(found: readonly { meaning: Meaning }[], today: string): Collected {
  const meanings = found.map(({ meaning }) => meaning)
  const collected: Collected = {}
  for (const meaning of meanings) collect(collected, meaning, today)
  const orders = meanings.filter((meaning) => 'orderBy' in meaning)
  const order = orders.find(({ isWeak }) => !isWeak) ?? orders[0]
  if (order) collected.orderBy = order.orderBy
  if (meanings.some((meaning) => 'forChild' in meaning) && (collected.service ?? 'corte') === 'corte')
    collected.service = 'corte infantil'
  if (collected.freeOn === undefined) {
    delete collected.freeOn
    if (meanings.some((meaning) => 'openNow' in meaning)) collected.openNow = true
  }
  return collected
}

/** The first of two meanings of a kind counts; features add up. */
function collect(collected: Collected, meaning: Meaning, today: string) {
  if ('unknown' in meaning || 'isText' in meaning) return
  if ('service' in meaning) collected.service ??= meaning.service
  else if ('feature' in meaning) collected.features = [...new Set([...(collected.features ?? []), meaning.feature])]
  else if ('ratingMin' in meaning) collected.ratingMin ??= meaning.ratingMin
  else if ('walkIns' in meaning) collected.walkIns = true
  else if ('maxWait' in meaning) collected.maxWait ??= meaning.maxWait
  else if ('part' in meaning) collected.hours ??= toHours(meaning.part)
  else if ('openNow' in meaning && !meaning.isWeak) collected.openNow = true
  else collected.freeOn ??= toDay(meaning, today)
}

function toHours([freeFrom, freeUntil]: Extract<Meaning, { part: unknown }>['part']): HourRange {
  return { freeFrom, ...(freeUntil && { freeUntil }) }
}

function toDay(meaning: Meaning, today: string): string | undefined {
  if ('days' in meaning) return shiftDate(today, meaning.days)
  if ('weekday' in meaning) return findWeekday(today, meaning.weekday)
  // On Sunday it is today.
  if ('weekend' in meaning) return findWeekday(today, 0) === today ? today : findWeekday(today, SATURDAY)
  return undefined
}

/** What nothing has taken, without the words around it that say nothing. */
function formatRest(sentence: SentenceText, typed: string): string {
  const { tokens } = sentence
  const parts = sentence.listRest().flatMap(({ first, count }) => {
    let start = first
    let end = first + count
    while (start < end && isFiller(tokens[start])) start++
    while (end > start && isFiller(tokens[end - 1])) end--
    return end > start ? [typed.slice(tokens[start]?.from, tokens[end - 1]?.to)] : []
  })
  return parts.join(' ').replaceAll(/\s+/g, ' ')
}

function isFiller(token: SentenceToken | undefined): boolean {
  return token === undefined || fillers.has(token.form) || /^[-+]$|^r\$$/.test(token.form)
}
