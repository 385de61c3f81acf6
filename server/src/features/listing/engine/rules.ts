import type { nearbyFilters } from '@na-regua/contract/barbershop-filters'
import type { BarbershopOrder, barbershopsApi } from '@na-regua/contract/barbershops'
import type { Query } from '@na-regua/contract/route'
import type { SearchFilters } from '@na-regua/search'
import { localDay, toLocal } from '../../../lib/local-time.ts'
import { toWindow } from '../../../lib/pagination.ts'
import type { Position } from '../../../lib/sphere.ts'
import { type DaySpan, toDaySpan } from '../../barbershops/rules.ts'

/** The filters of every list and of the map. */
type FilterQuery = Pick<Query<typeof barbershopsApi.nearby>, keyof typeof nearbyFilters>

export type SearchArea = Position & { radiusInKm: number }

export type MatchFilters = Omit<SearchFilters, 'serviceForms' | 'freeIn'> & {
  /** Lowercase words that the name of a service has. */
  serviceWords?: readonly string[] | undefined
  freeIn?: DaySpan | undefined
}

/** One page of the barbershops in an area that match, in an order. */
export type MatchQuery = {
  area: SearchArea
  filters: MatchFilters
  orderBy: BarbershopOrder
  limit: number
  offset: number
  now: Date
}

/** Lowercase words of letters and digits. */
export type WordQuery = { area: SearchArea; words: readonly string[]; limit: number }

/** Stop words, ignored unless the query has no other word. */
const stopWords = new Set(['a', 'e', 'o', 'as', 'os', 'da', 'das', 'de', 'do', 'dos', 'em', 'na', 'nas', 'no', 'nos'])
const MAX_WORDS = 6
const DAY_MS = 86_400_000
/** ASCII characters that separate words in search_form(). */
const separators = /[^A-Za-z0-9\u0080-\u{10ffff}]+/u

export function toMatchQuery(query: Query<typeof barbershopsApi.nearby>, now: Date): MatchQuery {
  return { area: query, filters: toMatchFilters(query), orderBy: query.orderBy, ...toWindow(query), now }
}

/** `query` may have more than filters, which is ignored. */
export function toMatchFilters(query: FilterQuery): MatchFilters {
  const features = [...new Set(query.features?.split(',').map((name) => name.trim()))].filter(Boolean)
  const serviceWords = query.service === undefined ? undefined : toWords(query.service)
  return { ...query, features, serviceWords, freeIn: toDaySpan(query) }
}

/** Lowercase. Letters and digits only: `%`, `_` and quotes separate words. */
export function toWords(text: string): string[] {
  const words = text.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u)
  const distinct = [...new Set(words)].filter((word) => /[\p{L}\p{N}]/u.test(word))
  const significant = distinct.filter((word) => !stopWords.has(word))
  return (significant.length > 0 ? significant : distinct).slice(0, MAX_WORDS)
}

/** The words as the rows of the index have them, which is search_form(). `characters` has those that it writes in another way. */
export function toSearchForms(words: readonly string[], characters: ReadonlyMap<string, string>): string[] {
  return words.flatMap((word) => {
    const form = Array.from(word, (character) => characters.get(character) ?? character).join('')
    return form.split(separators).filter(Boolean)
  })
}

export function toSearchFilters(
  { serviceWords, freeIn, ...filters }: MatchFilters,
  characters: ReadonlyMap<string, string>,
): SearchFilters {
  const day = freeIn?.date === undefined ? undefined : Date.parse(freeIn.date) / DAY_MS
  return {
    ...filters,
    serviceForms: serviceWords && toSearchForms(serviceWords, characters),
    freeIn: freeIn && { day, from: freeIn.from, until: freeIn.until },
  }
}

/** Days are counted since 1970. */
export function toLocalMinute(epochMinute: number, timeZone: string) {
  const { date, minute } = toLocal(epochMinute, timeZone)
  return { day: Date.parse(date) / DAY_MS, minute }
}

export function toEpochMinuteOfDay({ day, minute }: { day: number; minute: number }, timeZone: string): number {
  return localDay(new Date(day * DAY_MS).toISOString().slice(0, 10), timeZone).toEpoch(minute)
}
