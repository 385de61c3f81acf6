import type { PlaceSuggestion, SentenceFilters, SuggestionKind, SuggestionMatch } from '@na-regua/contract/suggestions'
import { countEdits, foldText, maxTyposOf, type ParsedSentence, textRules, toPlaceWords } from '@na-regua/search'
import type { SearchedBarber, SearchedTexts } from './queries.ts'

/** Kilometres around a place of a sentence: streets and neighbourhoods are near, a city is as wide as any search. */
export const PLACE_RADIUS = 5
export const WIDEST_SEARCH = 50

export function toSentenceFilters(sentence: ParsedSentence): SentenceFilters {
  const { service, freeOn, freeFrom, freeUntil, place, priceMin, priceMax, ratingMin, orderBy } = sentence
  return {
    service: service ?? null,
    freeOn: freeOn ?? null,
    freeFrom: freeFrom ?? null,
    freeUntil: freeUntil ?? null,
    place: place ?? null,
    priceMin: priceMin ?? null,
    priceMax: priceMax ?? null,
    openNow: sentence.openNow ?? false,
    walkIns: sentence.walkIns ?? false,
    maxWait: sentence.maxWait ?? null,
    ratingMin: ratingMin ?? null,
    features: sentence.features ?? [],
    orderBy: orderBy ?? null,
    text: sentence.text ?? '',
  }
}

/** The filters of a sentence beside its place, by name. */
function listFilterNames({
  place: _,
  isPlaceGuessed: __,
  text: ___,
  word: ____,
  unknown: _____,
  ...filters
}: ParsedSentence) {
  return Object.keys(filters)
}

/** Whether a list by filters says more than a search for the words. */
export function hasListFilters(sentence: ParsedSentence): boolean {
  const names = listFilterNames(sentence)
  return names.some((name) => name !== 'service') || (names.length > 0 && sentence.place !== undefined)
}

const SHORT_WORD = 3

/** How well a text has the words: in the name, in another text, or only if they were mistyped. Lower is better. */
export const quality = { name: 0, text: 1, typo: 2, none: 3 } as const
type Quality = (typeof quality)[keyof typeof quality]

type Explained = SuggestionMatch & { words: ReadonlySet<string>; isExact: boolean }
export type Explanation = { matches: SuggestionMatch[]; quality: Quality }

type MaxTypos = (length: number) => number
type SearchedText = Pick<SuggestionMatch, 'field' | 'text' | 'priceCents'>

const toText = (field: SuggestionMatch['field'], text: string, priceCents: number | null = null): SearchedText => ({
  field,
  text,
  priceCents,
})

/** Words that none of the texts has may be typos of what they have. */
function explainTexts(texts: readonly SearchedText[], words: readonly string[], maxTypos: MaxTypos): Explained[] {
  const exact = new Set(texts.flatMap(({ text }) => [...highlight(text, words, hasWord).words]))
  const isTypo = (part: string, word: string) => {
    const max = exact.has(word) ? 0 : maxTypos(word.length)
    return max > 0 && countEdits(part, word, max) <= max
  }
  return texts.map((searched) => {
    const { highlights, words: found } = highlight(
      searched.text,
      words,
      (part, word) => hasWord(part, word) || isTypo(part, word),
    )
    return { ...searched, highlights, words: found, isExact: [...found].every((word) => exact.has(word)) }
  })
}

/**
 * Which texts of a barbershop have the words, those with most of them first: each says something that the ones before do not. Of equal
 * services the cheapest. Words are lowercase, without accents.
 */
export function explainMatch(texts: SearchedTexts, words: readonly string[]): Explanation {
  const services = texts.services.toSorted(([, one], [, other]) => one - other)
  const searched = [
    toText('name', texts.name),
    ...services.map(([name, price]) => toText('service', name, price)),
    toText('neighborhood', texts.neighborhood),
    toText('street', texts.street),
    toText('city', texts.city),
  ]
  return chooseMatches(explainTexts(searched, words, textRules.maxTypos), words)
}

/** Like explainMatch() of a barber; undefined unless name or specialties have a word, and with the barbershop all of them. */
export function explainBarber(
  barber: SearchedBarber,
  { name, neighborhood }: SearchedTexts,
  words: readonly string[],
): Explanation | undefined {
  const own = [toText('name', barber.name), ...barber.specialties.map((specialty) => toText('specialty', specialty))]
  const all = explainTexts([...own, toText('name', name), toText('neighborhood', neighborhood)], words, maxTyposOf)
  const found = new Set(all.flatMap((match) => [...match.words]))
  const explanation = chooseMatches(all.slice(0, own.length), words)
  return explanation.matches.length > 0 && words.every((word) => found.has(word)) ? explanation : undefined
}

function chooseMatches(fields: readonly Explained[], words: readonly string[]): Explanation {
  // 'são' alone is a reason for every barbershop of São Paulo, 'rua' for each in a street.
  const isShort = (word: string) => word.length <= SHORT_WORD
  const explained = new Set<string>(words.every(isShort) ? [] : words.filter(isShort))
  const chosen: Explained[] = []
  for (const match of fields.toSorted((one, other) => other.words.size - one.words.size)) {
    if ([...match.words].every((word) => explained.has(word))) continue
    for (const word of match.words) explained.add(word)
    chosen.push(match)
  }
  const matches = chosen.map(({ words: _, isExact: __, ...match }) => match)
  if (chosen.length === 0) return { matches, quality: quality.none }
  if (!chosen.some(({ isExact }) => isExact)) return { matches, quality: quality.typo }
  const isNamed = chosen.some(({ field, isExact }) => field === 'name' && isExact)
  return { matches, quality: isNamed ? quality.name : quality.text }
}

type IsMatch = (part: string, word: string) => boolean

const hasWord: IsMatch = (part, word) => part.startsWith(word) || (word.length > SHORT_WORD && part.includes(word))

/** The words of a text, and for which of the searched words they stand. */
function highlight(text: string, words: readonly string[], isMatch: IsMatch) {
  const found = new Set<string>()
  const parts = [...foldText(text.normalize('NFC')).matchAll(/[a-z0-9]+/g)]
  const highlights = parts.flatMap((part): [number, number][] => {
    const matched = words.filter((word) => isMatch(part[0], word))
    for (const word of matched) found.add(word)
    return matched.length > 0 ? [[part.index, part.index + part[0].length]] : []
  })
  return { highlights, words: found }
}

/** Words of the names of barbershops that no customer needs to type. */
const genericWords = new Set('barbearia barbearias barbeiro barber barbershop shop club studio house'.split(' '))

/** True for a text that is the name of a barbershop: 'Cortes de Domingo' is no haircut on a Sunday. */
export function isWholeName(name: string, text: string): boolean {
  const isSame = (one: readonly string[], other: readonly string[]) => one.join(' ') === other.join(' ')
  const withoutGeneric = (words: readonly string[]) => words.filter((word) => !genericWords.has(word))
  const named = toPlaceWords(name)
  const typed = toPlaceWords(text)
  if (isSame(named, typed)) return true
  const short = withoutGeneric(typed)
  return short.length > 1 && isSame(withoutGeneric(named), short)
}

type OrderedSuggestions = {
  sentence: ParsedSentence
  /** What was typed. */
  text: string
  /** Of the best barbershop and barber; undefined without any. What is only near a place does not count. */
  barbershops: Quality | undefined
  barbers: Quality | undefined
  /** The name of the first barbershop is what was typed. */
  isNamed: boolean
  /** The list by filters has something. */
  isProvided: boolean
  /** The place of the sentence is nearby, or one of the largest cities. */
  isPlaceLikely: boolean
}

/**
 * The kinds of suggestions, the one that is meant first. One filter beside other words may be a coincidence: 'Dom Tesoura' is a name. A
 * town is never before a barbershop, a barber or a service, unless more than its name was typed, such as its state.
 */
export function orderKinds(suggestions: OrderedSuggestions): SuggestionKind[] {
  const { sentence, barbershops, barbers, isNamed, isProvided } = suggestions
  const filters = listFilterNames(sentence)
  const people: SuggestionKind[] =
    barbers !== undefined && barbers < (barbershops ?? quality.none)
      ? ['barbers', 'barbershops']
      : ['barbershops', 'barbers']
  if (isPlaceMeant(suggestions)) return ['places', ...people]
  if (filters.length === 0 || !isProvided) return [...people, 'places']
  const isMainlyFilters =
    !isNamed && (sentence.text === undefined || filters.length > 1 || (barbershops ?? barbers) === undefined)
  return isMainlyFilters ? ['filters', ...people, 'places'] : [...people, 'filters', 'places']
}

function isPlaceMeant({ sentence, text, barbershops, barbers, isNamed, isPlaceLikely }: OrderedSuggestions): boolean {
  const { place, isPlaceGuessed } = sentence
  if (!place || isNamed || sentence.text !== undefined || listFilterNames(sentence).length > 0) return false
  const best = Math.min(barbershops ?? quality.none, barbers ?? quality.none)
  if (best === quality.none) return true
  if (best === quality.typo && isPlaceLikely) return true
  if (isPlaceGuessed) return false
  if (place.kind === 'zipCode' || hasMoreThanName(place, text)) return true
  if (best === quality.typo) return false
  return place.kind !== 'city' && (place.kind !== 'street' || best > quality.name)
}

/** 'Tesouro MT', 'barbearias em Tesouro'. */
function hasMoreThanName({ name }: Pick<PlaceSuggestion, 'name'>, text: string): boolean {
  return toPlaceWords(text).length > toPlaceWords(name).length
}

/** Each place once, without what only the index needs. */
export function toDistinctPlaces(places: readonly PlaceSuggestion[]): PlaceSuggestion[] {
  const distinct = new Map(places.map((place) => [`${place.kind} ${place.name} ${place.area}`, place]))
  return [...distinct.values()].map(({ kind, name, area, latitude, longitude }) => ({
    kind,
    name,
    area,
    latitude,
    longitude,
  }))
}

/** Towns are shown only for their whole name, or when nothing else was found. */
export function isShownPlace(place: PlaceSuggestion, texts: readonly string[], isNothingElse: boolean): boolean {
  if (place.kind !== 'city' || isNothingElse) return true
  const name = toPlaceWords(place.name).join(' ')
  return texts.some((text) => ` ${toPlaceWords(text).join(' ')} `.includes(` ${name} `))
}

type Understood = {
  sentence: ParsedSentence
  /** What is searched for of the word of the trade; undefined when no barbershop nearby provides any. */
  service: string | undefined
}

/** What was understood otherwise than it was typed, in sentences for users. */
export function listNotes({ sentence: { service: meant, word, unknown = [] }, service }: Understood): string[] {
  const notes = unknown.map(({ typed, why }) => `“${typed}”: ${why}.`)
  const typed = word?.typed ?? meant
  if (typed !== undefined && service === undefined)
    notes.push(`Ninguém a até ${WIDEST_SEARCH} km tem “${typed}” na lista de serviços.`)
  else if (word?.why && service !== undefined && !isLiteral(service, word))
    notes.push(`“${word.typed}” ${word.why}. Mostramos quem faz ${service}.`)
  return notes
}

/** The first search says what was typed, or the word says it: 'mechas' are 'luzes'. */
function isLiteral(service: string, { searches, typed }: NonNullable<ParsedSentence['word']>): boolean {
  return service === searches[0] && foldText(typed).includes(foldText(service))
}
