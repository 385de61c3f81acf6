import type { Output, Query } from '@na-regua/contract/route'
import type { PlaceSuggestion, suggestionsApi } from '@na-regua/contract/suggestions'
import { foldText, type ParsedSentence, type PlaceIndex, parseSentence, toPlaceWords } from '@na-regua/search'
import { toEpochMinute, toLocal } from '../../../lib/local-time.ts'
import { zoneOf } from '../../../lib/places/time-zone.ts'
import type { Position } from '../../../lib/sphere.ts'
import type { Listing } from '../engine/create-listing.ts'
import { toMatchQuery, toWords } from '../engine/rules.ts'
import type { SearchedTexts } from './queries.ts'
import { explainMatch, hasListFilters, PLACE_RADIUS, toSentenceFilters, WIDEST_SEARCH } from './rules.ts'

type SuggestionQuery = Query<typeof suggestionsApi.list>
type SuggestionSources = {
  listing: Listing
  /** The texts of recently found barbershops. */
  texts: { load: (ids: readonly string[], isCurrent: boolean) => Promise<ReadonlyMap<string, SearchedTexts>> }
}

const MAX_PLACES = 3

/** Returns what a typed text means, with at most two statements. */
export async function listSuggestions(
  { listing, texts }: SuggestionSources,
  query: SuggestionQuery,
  now: Date,
): Promise<Output<typeof suggestionsApi.list>> {
  const index = await listing.getPlaces()
  const sentence = understandSentence(index, query.query, query, now)
  const places = listPlaces(index, query, sentence)
  const words = toWords([sentence.service, sentence.text].filter(Boolean).join(' ') || query.query)
  const position: Position = { latitude: query.latitude, longitude: query.longitude }
  const ids = await findBarbershops(listing, { sentence, words, position, limit: query.limit, now })
  const found = await texts.load(ids, listing.isCaughtUp())
  const forms = [...words, ...toWords(query.query)].map((word) => foldText(word.normalize('NFC')))
  const matches = ids.flatMap((id) => {
    const text = found.get(id)
    return text ? [{ barbershopId: id, matches: explainMatch(text, forms) }] : []
  })
  const barbershops = await listing.listCards(ids, now, query)
  return { barbershops, matches, places, sentence: toSentenceFilters(sentence) }
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

function listPlaces(
  index: PlaceIndex,
  { query, ...position }: SuggestionQuery,
  { place, text }: ParsedSentence,
): PlaceSuggestion[] {
  const named = place ? index.around(position).list(toPlaceWords(place.name).join(' ')) : []
  const found = [
    ...(place ? [place] : []),
    ...named,
    ...index.complete(query, position, MAX_PLACES),
    ...(text ? index.complete(text, position, MAX_PLACES) : []),
  ]
  const distinct = new Map(found.map((entry) => [`${entry.kind} ${entry.name} ${entry.area}`, entry]))
  return [...distinct.values()]
    .slice(0, MAX_PLACES)
    .map(({ kind, name, area, latitude, longitude }) => ({ kind, name, area, latitude, longitude }))
}

type BarbershopSearch = {
  sentence: ParsedSentence
  words: readonly string[]
  position: Position
  limit: number
  now: Date
}

/**
 * By filters where the sentence has them, and other words only if they find something. A name or a service alone is searched for in all
 * texts, and so is the name of a place.
 */
async function findBarbershops(listing: Listing, search: BarbershopSearch): Promise<string[]> {
  const { place, text } = search.sentence
  const hasFilters = hasListFilters(search.sentence)
  if (hasFilters && text === undefined) return findByFilters(listing, search)
  const found = await findByText(listing, search)
  if (hasFilters && found.length === 0) return findByFilters(listing, search)
  if (!place || text !== undefined || found.length >= search.limit) return found
  const nearby = await findByFilters(listing, search)
  return [...new Set([...found, ...nearby])].slice(0, search.limit)
}

async function findByText(listing: Listing, { words, position, limit }: BarbershopSearch): Promise<string[]> {
  if (words.length === 0) return []
  return listing.findByText({ area: { ...position, radiusInKm: WIDEST_SEARCH }, words, limit })
}

async function findByFilters(
  listing: Listing,
  { sentence, position, limit, now }: BarbershopSearch,
): Promise<string[]> {
  const { place, text: _, features = [], orderBy = 'distance', ...filters } = sentence
  const { latitude, longitude } = place ?? position
  const radiusInKm = place && place.kind !== 'city' ? PLACE_RADIUS : WIDEST_SEARCH
  const list = { ...filters, latitude, longitude, radiusInKm, orderBy, page: 1, perPage: limit }
  const query = toMatchQuery({ ...list, ...(features.length > 0 && { features: features.join() }) }, now)
  return (await listing.find(query)).ids
}
