import type { Output, Query } from '@na-regua/contract/route'
import type { PlaceSuggestion, SuggestedBarber, suggestionsApi } from '@na-regua/contract/suggestions'
import { foldText, type ParsedSentence, type PlaceIndex, parseSentence, toPlaceWords } from '@na-regua/search'
import { toEpochMinute, toLocal } from '../../../lib/local-time.ts'
import { zoneOf } from '../../../lib/places/time-zone.ts'
import type { Position } from '../../../lib/sphere.ts'
import type { Listing } from '../engine/create-listing.ts'
import { toMatchQuery, toWords } from '../engine/rules.ts'
import type { SlotsTodayReader } from '../slots-today/read-slots-today.ts'
import type { SearchedTexts } from './queries.ts'
import {
  type Explanation,
  explainBarber,
  explainMatch,
  hasListFilters,
  isShownPlace,
  isWholeName,
  listNotes,
  orderKinds,
  PLACE_RADIUS,
  quality,
  toDistinctPlaces,
  toSentenceFilters,
  WIDEST_SEARCH,
} from './rules.ts'

type SuggestionQuery = Query<typeof suggestionsApi.list>
type SuggestionSources = {
  listing: Listing
  slotsToday: Pick<SlotsTodayReader, 'listNextTimes'>
  /** The texts of recently found barbershops. */
  texts: { load: (ids: readonly string[], isCurrent: boolean) => Promise<ReadonlyMap<string, SearchedTexts>> }
}

type Search = SuggestionQuery & { sentence: ParsedSentence; isProvided: boolean; now: Date }

const MAX_PLACES = 3
const MAX_BARBERS = 3
/** In some of them no barber has all of the words after all: a typo is corrected more strictly where it is explained. */
const BARBERSHOPS_OF_BARBERS = 8

/** Returns what a typed text means, with at most three statements. */
export async function listSuggestions(
  { listing, slotsToday, texts }: SuggestionSources,
  query: SuggestionQuery,
  now: Date,
): Promise<Output<typeof suggestionsApi.list>> {
  const index = await listing.getPlaces()
  const understood = understandSentence(index, query.query, query, now)
  const service = await findProvidedService(listing, understood, query, now)
  const sentence = service === undefined ? understood : { ...understood, service }
  const search = { ...query, sentence, isProvided: service !== undefined || understood.service === undefined, now }

  const matching = await findBarbershops(listing, search)
  const barberSearches = await findBarbershopsOfBarbers(listing, search)
  const ids = [...matching.typed, ...matching.meant, ...matching.listed, ...barberSearches.flatMap(({ ids: of }) => of)]
  const found = await texts.load([...new Set(ids)], listing.isCaughtUp())
  const barbershops = explainBarbershops(found, matching, search)
  const barbers = barbershops.isNamed ? [] : explainBarbers(found, barberSearches, barbershops.quality)

  const cards = await listing.listCards(
    [...new Set([...barbershops.ids, ...barbers.map(({ shop }) => shop.id)])],
    now,
    query,
  )
  const nextTimes = await slotsToday.listNextTimes([...new Set(barbers.map(({ shop }) => shop.id))], now)
  const isNothingElse = barbershops.quality === undefined && barbers.length === 0
  return {
    barbershops: barbershops.ids.flatMap((id) => cards.find((card) => card.id === id) ?? []),
    matches: barbershops.ids.map((id) => ({
      barbershopId: id,
      matches: barbershops.explanations.get(id)?.matches ?? [],
    })),
    barbers: barbers.flatMap(({ barber, shop, explanation }): SuggestedBarber[] => {
      const card = cards.find(({ id }) => id === shop.id)
      if (!card) return []
      const { id, name, neighborhood, timeZone, distance_in_km } = card
      return [
        {
          id: barber.id,
          name: barber.name,
          avatarUrl: barber.avatarUrl,
          barbershop: { id, name, neighborhood, timeZone, distance_in_km },
          matches: explanation.matches,
          nextTime: nextTimes.get(barber.id) ?? null,
        },
      ]
    }),
    places: listPlacesOfSentence(index, search, isNothingElse),
    sentence: toSentenceFilters(sentence),
    order: orderKinds({
      sentence,
      text: query.query,
      barbershops: barbershops.quality,
      barbers: barbers[0]?.explanation.quality,
      isNamed: barbershops.isNamed,
      isProvided: search.isProvided || barbershops.ids.length === 0,
      isPlaceLikely: sentence.place !== undefined && index.around(query).isLikely(sentence.place),
    }),
    notes: listNotes({ sentence: understood, service }),
  }
}

/** Days and hours are those of the position, unless the sentence names a place in another zone. */
function understandSentence(places: PlaceIndex, text: string, position: Position, now: Date): ParsedSentence {
  const parse = (zone: string) => {
    const today = toLocal(toEpochMinute(now), zone).date
    return { today, sentence: parseSentence(text, { today, places: places.around(position) }) }
  }
  const here = parse(zoneOf(position.latitude, position.longitude))
  const { place } = here.sentence
  if (!place) return here.sentence
  const zone = zoneOf(place.latitude, place.longitude)
  return toLocal(toEpochMinute(now), zone).date === here.today ? here.sentence : parse(zone).sentence
}

/** Of the services that the sentence may mean the first that a barbershop nearby provides. */
async function findProvidedService(
  listing: Listing,
  { service, word, place }: ParsedSentence,
  position: Position,
  now: Date,
): Promise<string | undefined> {
  const { latitude, longitude } = place ?? position
  const area = { latitude, longitude, radiusInKm: WIDEST_SEARCH }
  for (const searched of word?.searches ?? (service ? [service] : [])) {
    const query = toMatchQuery({ ...area, service: searched, orderBy: 'distance', page: 1, perPage: 1 }, now)
    if ((await listing.find(query)).total > 0) return searched
  }
  return undefined
}

function listPlacesOfSentence(
  index: PlaceIndex,
  { query, sentence, ...position }: Search,
  isNothingElse: boolean,
): PlaceSuggestion[] {
  const { place, isPlaceGuessed, text } = sentence
  const isMeant = (entry: PlaceSuggestion) => entry === place && !isPlaceGuessed
  const named = place ? index.around(position).list(toPlaceWords(place.name).join(' ')) : []
  const found = [
    ...(place ? [place] : []),
    ...named,
    ...index.complete(query, position, MAX_PLACES),
    ...(text ? index.complete(text, position, MAX_PLACES) : []),
  ].filter((entry) => isMeant(entry) || isShownPlace(entry, [query, text ?? ''], isNothingElse))
  return toDistinctPlaces(found).slice(0, MAX_PLACES)
}

/** Ids by how they were found: by the typed words, by what they mean, and by filters. */
type MatchingBarbershops = { typed: string[]; meant: string[]; listed: string[] }

/**
 * By filters where the sentence has them, and other words only if they find something. A name or a service alone is searched for in all
 * texts, and so is the name of a place. A name may have the words of a sentence.
 */
async function findBarbershops(listing: Listing, search: Search): Promise<MatchingBarbershops> {
  const { sentence, isProvided, limit } = search
  const { place, text, service } = sentence
  const typed = await findByText(listing, search, toWords(search.query))
  if (hasListFilters(sentence) && text === undefined)
    return { typed, meant: [], listed: await findByFilters(listing, search) }
  const words = toWords([isProvided ? service : undefined, text].filter(Boolean).join(' '))
  const meant = await findByText(listing, search, words)
  const found = typed.length + meant.length
  const isListed = found === 0 ? hasListFilters(sentence) || !isProvided : place && text === undefined && found < limit
  const isPlaceAlone = place !== undefined && text === undefined
  return { typed, meant, listed: isListed || isPlaceAlone ? await findByFilters(listing, search) : [] }
}

/** Around the place of a sentence with other words, which is no name then. */
async function findByText(
  listing: Listing,
  { sentence: { place, text }, limit, ...position }: Search,
  words: readonly string[],
): Promise<string[]> {
  if (words.length === 0) return []
  const { latitude, longitude } = (text === undefined ? undefined : place) ?? position
  return listing.findByText({ area: { latitude, longitude, radiusInKm: WIDEST_SEARCH }, words, limit })
}

async function findByFilters(
  listing: Listing,
  { sentence, isProvided, limit, now, ...position }: Search,
): Promise<string[]> {
  const { place, text: _, word: __, unknown: ___, isPlaceGuessed: ____, service, features = [], ...filters } = sentence
  const { orderBy = 'distance' } = sentence
  const { latitude, longitude } = place ?? position
  const radiusInKm = place && place.kind !== 'city' ? PLACE_RADIUS : WIDEST_SEARCH
  const list = { ...filters, latitude, longitude, radiusInKm, orderBy, page: 1, perPage: limit }
  const query = toMatchQuery(
    {
      ...list,
      ...(service !== undefined && isProvided && { service }),
      ...(features.length > 0 && { features: features.join() }),
    },
    now,
  )
  return (await listing.find(query)).ids
}

type ExplainedBarbershops = {
  ids: string[]
  explanations: Map<string, Explanation>
  /** Of the best one that has the words; undefined when none has. */
  quality: Explanation['quality'] | undefined
  /** The first one has the typed name. */
  isNamed: boolean
}

/** Those with the typed name first, then by how well they have the words, then those of the filters. */
function explainBarbershops(
  texts: ReadonlyMap<string, SearchedTexts>,
  { typed, meant, listed }: MatchingBarbershops,
  { sentence, query, limit }: Search,
): ExplainedBarbershops {
  const forms = toForms([...toWords([sentence.service, sentence.text].filter(Boolean).join(' ')), ...toWords(query)])
  const explanations = new Map<string, Explanation>()
  for (const [id, text] of texts) explanations.set(id, explainMatch(text, forms))
  const qualityOf = (id: string) => explanations.get(id)?.quality ?? quality.none
  const isNamed = (id: string) => isWholeName(texts.get(id)?.name ?? '', query)
  const named = typed.filter(isNamed)
  const isByFilters = hasListFilters(sentence) && sentence.text === undefined
  // What has no reason that can be shown was corrected too far. Words of another script are not explained.
  const isExplained = (id: string) => qualityOf(id) < quality.none || forms.some((form) => /[^a-z0-9]/.test(form))
  const matching = (isByFilters ? listed : [...typed, ...meant].filter(isExplained)).toSorted((one, other) =>
    isByFilters ? 0 : qualityOf(one) - qualityOf(other),
  )
  const [best = named[0]] = matching
  return {
    ids: [...new Set([...named, ...matching, ...listed])].slice(0, limit),
    explanations,
    quality: best === undefined ? undefined : qualityOf(best),
    isNamed: named.length > 0,
  }
}

type BarberSearch = { words: string[]; ids: string[] }

/** By all words beside the filters, else without the service. What is listed by filters is not about a barber. */
async function findBarbershopsOfBarbers(listing: Listing, search: Search): Promise<BarberSearch[]> {
  const { sentence, query, ...position } = search
  const { place, text, service } = sentence
  if (text === undefined && hasListFilters(sentence)) return []
  const { latitude, longitude } = (text === undefined ? undefined : place) ?? position
  const area = { latitude, longitude, radiusInKm: WIDEST_SEARCH }
  const searched = [[service, text].filter(Boolean).join(' ') || query, ...(service && text ? [text] : [])]
  return Promise.all(
    searched.map(async (words) => ({
      words: toForms(toWords(words)),
      ids: await listing.findByBarber({ area, words: toWords(words), limit: BARBERSHOPS_OF_BARBERS }),
    })),
  )
}

/** Those of the first search that found any, by name before by specialty; those with a typo only when nothing is exact. */
function explainBarbers(
  texts: ReadonlyMap<string, SearchedTexts>,
  searches: readonly BarberSearch[],
  ofBarbershops: Explanation['quality'] | undefined,
) {
  for (const { words, ids } of searches) {
    const found = ids
      .flatMap((id) => texts.get(id) ?? [])
      .flatMap((shop) =>
        shop.barbers.flatMap((barber) => {
          const explanation = explainBarber(barber, shop, words)
          return explanation ? [{ barber, shop, explanation }] : []
        }),
      )
      .filter(
        ({ explanation }) => explanation.quality < quality.typo || (ofBarbershops ?? quality.typo) >= quality.typo,
      )
      .toSorted((one, other) => one.explanation.quality - other.explanation.quality)
    if (found.length > 0) return found.slice(0, MAX_BARBERS)
  }
  return []
}

function toForms(words: readonly string[]): string[] {
  return words.map((word) => foldText(word.normalize('NFC')))
}
