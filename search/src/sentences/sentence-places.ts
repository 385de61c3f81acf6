import type { PlaceLookup } from '../places/place-index.ts'
import { joiningWords, placeTypes, toPlaceWords } from '../places/place-names.ts'
import type { Place } from '../places/place-table.ts'
import { maxTyposOf } from '../words/typos.ts'
import { fillers } from './sentence-lexicon.ts'
import type { SentenceText } from './sentence-words.ts'

/** A place follows these words; without one it must be all that is left between what is understood. */
const introductions = new Set(
  'em no na nos nas ao perto proximo proxima proximidades regiao bairro cidade lado pelo pela metro estacao'.split(' '),
)
/** Names of barbershops have these words too: only a likely place follows them, unless it is near something. */
const weakIntroductions = new Set(['de', 'do', 'da', 'dos', 'das', 'por', 'a'])
const LONGEST_NAME = 6
const MAX_CORRECTIONS = 6
const MAX_FORMS = 36

type Candidate = { first: number; count: number; isIntroduced: boolean; isWeak: boolean; isAll: boolean }

/** Takes all of a sentence that is the name of a place: 'Americano do Brasil' is no haircut. A word alone may be one. */
export function takeWholePlace(sentence: SentenceText, places: PlaceLookup): Place | undefined {
  const all = { first: 0, count: sentence.tokens.length }
  const place = all.count > 1 ? findTyped(sentence, all, places) : undefined
  return place && take(sentence, all, place)
}

/** Takes an address that begins with its type, before words of it are understood otherwise: 'avenida segunda radial'. */
export function takeTypedPlace(sentence: SentenceText, places: PlaceLookup): Place | undefined {
  for (const [first, token] of sentence.tokens.entries()) {
    if (!placeTypes.has(token.form)) continue
    for (let count = Math.min(LONGEST_NAME, sentence.tokens.length - first); count > 1; count--) {
      const place = findTyped(sentence, { first, count }, places)
      if (place) return take(sentence, { first, count }, place)
    }
  }
  return undefined
}

/** Every large city has a 'zona sul': one far away is not meant. */
function findTyped(
  sentence: SentenceText,
  tokens: { first: number; count: number },
  places: PlaceLookup,
): Place | undefined {
  const [place] = places.list(toForm(sentence, tokens))
  const isZone = sentence.tokens[tokens.first]?.form === 'zona'
  return place && (!isZone || places.isLikely(place)) ? place : undefined
}

/** Takes the place of a sentence from what nothing else has taken; it is guessed when its name was corrected. */
export function takePlace(
  sentence: SentenceText,
  places: PlaceLookup,
): { place: Place; isGuessed: boolean } | undefined {
  const zip = sentence.tokens.findIndex(({ form, isTaken }) => !isTaken && /^\d{8}$/.test(form))
  const zipPlace = zip < 0 ? undefined : places.findZipCode(sentence.tokens[zip]?.form ?? '')
  if (zipPlace) return { place: take(sentence, { first: zip, count: 1 }, zipPlace), isGuessed: false }
  const rest = sentence.listRest().flatMap((tokens) => listCandidates(sentence, tokens))
  const candidates = rest.filter(({ isIntroduced, isWeak, isAll }) => isIntroduced || isWeak || isAll)
  const corrections = new Map<string, string[]>()
  for (const find of [findExact, findCorrected])
    for (const candidate of candidates) {
      const place = find(sentence, candidate, places, corrections)
      if (place) return { place: take(sentence, candidate, place), isGuessed: find === findCorrected }
    }
  return undefined
}

function take(sentence: SentenceText, { first, count }: { first: number; count: number }, place: Place): Place {
  sentence.takeTokens(first, count)
  return place
}

/** The longest first. */
function listCandidates({ tokens }: SentenceText, rest: { first: number; count: number }): Candidate[] {
  let first = rest.first
  let end = rest.first + rest.count
  while (first < end && fillers.has(tokens[first]?.form ?? '')) first++
  while (end > first && fillers.has(tokens[end - 1]?.form ?? '')) end--
  const candidates: Candidate[] = []
  for (let count = Math.min(LONGEST_NAME, end - first); count > 0; count--)
    for (let start = first; start + count <= end; start++) {
      const before = tokens[start - 2]?.form ?? ''
      const previous = tokens[start - 1]?.form ?? ''
      const isWeak = weakIntroductions.has(previous)
      const isIntroduced =
        introductions.has(previous) ||
        (isWeak && introductions.has(before)) ||
        placeTypes.has(tokens[start]?.form ?? '')
      candidates.push({ first: start, count, isIntroduced, isWeak, isAll: count === end - first })
    }
  return candidates
}

/** Nothing is called so that ends with 'de'. */
function toForm({ tokens }: SentenceText, { first, count }: { first: number; count: number }): string {
  const words = tokens.slice(first, first + count).map(({ form }) => form)
  return joiningWords.has(words.at(-1) ?? '') ? '' : toPlaceWords(words.join(' ')).join(' ')
}

function findExact(sentence: SentenceText, candidate: Candidate, places: PlaceLookup): Place | undefined {
  return choose(sentence, candidate, places, toForm(sentence, candidate))
}

function findCorrected(
  sentence: SentenceText,
  candidate: Candidate,
  places: PlaceLookup,
  corrections: Map<string, string[]>,
): Place | undefined {
  const words = toForm(sentence, candidate).split(' ')
  let forms = ['']
  for (const word of words) {
    const options = corrections.get(word) ?? listCorrections(word, places)
    corrections.set(word, options)
    forms = forms.flatMap((form) => options.map((option) => `${form} ${option}`.trim())).slice(0, MAX_FORMS)
  }
  const found = forms.flatMap((form) => {
    const place = form === words.join(' ') ? undefined : choose(sentence, candidate, places, form)
    return place ? [place] : []
  })
  return found.find((place) => places.isLikely(place)) ?? found[0]
}

function listCorrections(word: string, places: PlaceLookup): string[] {
  if (places.hasWord(word) || maxTyposOf(word.length) === 0) return [word]
  return places.listCorrections(word).slice(0, MAX_CORRECTIONS)
}

/** A distant place needs a word before it, or to be the whole sentence: many words are also the name of some town. */
function choose(sentence: SentenceText, candidate: Candidate, places: PlaceLookup, form: string): Place | undefined {
  const [place] = places.list(form)
  const isAnyMeant = candidate.isIntroduced || (candidate.isAll && sentence.tokens.every(({ isTaken }) => !isTaken))
  return place && (isAnyMeant || places.isLikely(place)) ? place : undefined
}
