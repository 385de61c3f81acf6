import type { MapArea, MapResult, SearchFilters, SearchIndex, SearchResult } from '@na-regua/search'
import { toChord, toPoint } from '../../../lib/sphere.ts'
import type { MatchFilters, NearbyMatchQuery, SearchArea } from '../nearby/find-matches.ts'
import { toSearchForm } from './search-forms.ts'

/** Lowercase words of letters and digits. */
export type WordQuery = { area: SearchArea; words: readonly string[]; limit: number }

/** Without a circle all in the box match. */
export type MapSearchQuery = MapArea & { circle: SearchArea | undefined; filters: MatchFilters; now: Date }

type IndexSource = {
  /** Undefined while it cannot be used: queries are then undefined, as for words that only SQL can normalize. */
  index: SearchIndex | undefined
  /** The form of each character of a searched word. */
  characters: ReadonlyMap<string, string>
  /** Whether its upcoming slots can be used. */
  hasSlots: boolean
  /** And its waits. */
  hasWaits: boolean
}

const DAY_MS = 86_400_000
const origin = [0, 0, 0] as const

export function findInIndex(
  { index, characters, hasSlots, hasWaits }: IndexSource,
  { area, ...query }: NearbyMatchQuery,
): SearchResult | undefined {
  const filters = toSearchFilters(query.filters, characters)
  const { orderBy } = query
  const needsSlots = isAboutSlots(query.filters) || orderBy === 'nextFree' || orderBy === 'soonest'
  const needsWaits = query.filters.maxWait !== undefined || orderBy === 'soonest'
  if (!filters || (needsSlots && !hasSlots) || (needsWaits && !hasWaits)) return undefined
  return index?.find({ ...query, center: toPoint(area), chord: toChord(area.radiusInKm), filters })
}

export function findOnMap(
  { index, characters, hasSlots, hasWaits }: IndexSource,
  { circle, ...query }: MapSearchQuery,
): MapResult | undefined {
  const filters = toSearchFilters(query.filters, characters)
  if (!filters || (isAboutSlots(query.filters) && !hasSlots)) return undefined
  if (query.filters.maxWait !== undefined && !hasWaits) return undefined
  const [center, chord] = circle ? [toPoint(circle), toChord(circle.radiusInKm)] : [origin, Infinity]
  const found = index?.findOnMap({ ...query, filters, center, chord })
  if (!found || hasSlots) return found
  return { ...found, pins: found.pins.map(({ id }) => ({ id, nextFree: undefined })) }
}

export function findByText(
  { index, characters }: IndexSource,
  { area, words, limit }: WordQuery,
): string[] | undefined {
  const forms = toSearchForms(words, characters)
  return forms && index?.findByText({ center: toPoint(area), chord: toChord(area.radiusInKm), forms, limit })
}

function isAboutSlots({ freeToday, freeIn }: Pick<MatchFilters, 'freeToday' | 'freeIn'>): boolean {
  return freeToday === true || freeIn !== undefined
}

function toSearchFilters(
  { serviceWords, freeIn, ...filters }: MatchFilters,
  characters: IndexSource['characters'],
): SearchFilters | undefined {
  const serviceForms = serviceWords && toSearchForms(serviceWords, characters)
  if (serviceWords && !serviceForms) return undefined
  const day = freeIn?.date === undefined ? undefined : Date.parse(freeIn.date) / DAY_MS
  return { ...filters, serviceForms, freeIn: freeIn && { day, from: freeIn.from, until: freeIn.until } }
}

function toSearchForms(words: readonly string[], characters: IndexSource['characters']): string[] | undefined {
  const forms = words.map((word) => toSearchForm(word, characters)).filter((form) => form !== undefined)
  return forms.length < words.length ? undefined : forms
}
