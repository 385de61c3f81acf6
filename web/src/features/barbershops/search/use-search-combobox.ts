import type { BarbershopCard } from '@na-regua/contract/barbershops'
import type { Output } from '@na-regua/contract/route'
import {
  MIN_SENTENCE_LENGTH,
  type PlaceSuggestion,
  type SentenceFilters,
  type SuggestedBarber,
  type SuggestionKind,
  type SuggestionMatch,
  type suggestionsApi,
} from '@na-regua/contract/suggestions'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Coordinates } from '../../../lib/geolocation.ts'
import { paths } from '../../../lib/paths.ts'
import { createStoredValue } from '../../../lib/use-stored-value.ts'
import { useActiveOption, useDebounced } from '../../../ui/combobox.tsx'
import { formatFilters, parseFilters } from '../filters/rules.ts'
import { suggestionsQuery } from './queries.ts'

/** What the typed text means. New text aborts the previous request; a failed request finds nothing. */
function useSuggestions(typed: string, position: Coordinates) {
  const text = typed.trim()
  const debounced = useDebounced(text)
  const isLongEnough = text.length >= MIN_SENTENCE_LENGTH
  const { data, isFetching } = useQuery({
    ...suggestionsQuery(debounced, position),
    enabled: isLongEnough && debounced.length >= MIN_SENTENCE_LENGTH,
  })
  const isLoading = isLongEnough && (debounced !== text || isFetching)
  return { isLongEnough, isLoading, text, data: isLongEnough && !isLoading ? data : undefined }
}

/** Corrections hold for the sentence that they were made to. */
function useSentenceFilters({ text, data }: ReturnType<typeof useSuggestions>) {
  const [corrected, setCorrected] = useState<{ text: string; filters: SentenceFilters }>()
  const current = data && corrected?.text === text ? corrected.filters : undefined
  return {
    corrected: current,
    filters: current ?? data?.sentence,
    correct: (filters: SentenceFilters) => setCorrected({ text, filters }),
  }
}

type ComboboxOptions = {
  position: Coordinates
  isInline: boolean
  onPlace: (place: PlaceSuggestion) => void
  onPicked?: () => void
}

/** Arrow keys move the active option, Enter opens it (or the first one), Escape closes the list, then clears the text (decision 36). */
export function useSearchCombobox({ position, isInline, onPlace, onPicked }: ComboboxOptions) {
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const search = useSuggestions(typed, position)
  const { corrected, filters, correct } = useSentenceFilters(search)
  const options = listOptions(search.data, corrected, params)
  const list = useActiveOption(options.length)
  const active = options[list.activeIndex]

  function pick(option: SearchOption) {
    addRecentSearch(search.text)
    if (option.kind === 'place') onPlace(option.place)
    list.close()
    setTyped('')
    onPicked?.()
    navigate(option.to)
  }

  function type(text: string) {
    setTyped(text)
    list.setActiveIndex(-1)
    list.open()
  }

  function handleKey(event: KeyboardEvent) {
    const picked = active ?? options[0]
    if (event.key === 'ArrowDown') list.move(1)
    else if (event.key === 'ArrowUp') list.move(-1)
    else if (event.key === 'Enter' && picked) pick(picked)
    else if (event.key === 'Escape' && list.isOpen && !isInline) list.close()
    else if (event.key === 'Escape' && typed && !isInline) setTyped('')
    else return
    event.preventDefault()
  }

  const isCorrected = corrected !== undefined
  const isShown = isInline || list.isOpen
  return { ...list, typed, search, options, filters, isCorrected, correct, active, isShown, pick, type, handleKey }
}

export type SearchComboboxState = ReturnType<typeof useSearchCombobox>

type Suggestions = Output<typeof suggestionsApi.list>

/** One row of the list; `to` is where it leads. */
export type SearchOption = { key: string; to: string } & (
  | { kind: 'filters' }
  | { kind: 'place'; place: PlaceSuggestion }
  | { kind: 'barbershop'; shop: BarbershopCard; matches: readonly SuggestionMatch[] }
  | { kind: 'barber'; barber: SuggestedBarber }
)

/** Kilometres around a place of a sentence; a city is as wide as any search. */
const PLACE_RADIUS = 5
const MAX_RECENT = 6

export const exampleSearches = [
  'degradê hoje à noite',
  'barba até 40',
  'corte infantil no sábado',
  'aberta agora perto de mim',
]

/** What was searched for last, the newest first. It never leaves the browser. */
export const recentSearches = createStoredValue<readonly string[]>({
  key: 'searches',
  parse: (text) => {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.filter((item) => typeof item === 'string').slice(0, MAX_RECENT) : undefined
  },
})

export function addRecentSearch(text: string) {
  const others = (recentSearches.read() ?? []).filter((other) => other.toLowerCase() !== text.toLowerCase())
  recentSearches.write([text, ...others].slice(0, MAX_RECENT))
}

export function removeRecentSearch(text: string) {
  recentSearches.write((recentSearches.read() ?? []).filter((other) => other !== text))
}

export function clearRecentSearches() {
  recentSearches.write(undefined)
}

/** The home page around a place, in the URL of which the position is. */
function toPlaceUrl({ latitude, longitude }: PlaceSuggestion): string {
  return `${paths.home()}?${new URLSearchParams({ lat: latitude.toFixed(4), lon: longitude.toFixed(4) })}`
}

/** The home page with these filters, around their place or where the current list is. */
export function toFilteredUrl(filters: SentenceFilters, current: URLSearchParams): string {
  const params = new URLSearchParams()
  const { place, service, freeOn, freeFrom, freeUntil } = filters
  const [lat, lon] = place
    ? [place.latitude.toFixed(4), place.longitude.toFixed(4)]
    : [current.get('lat'), current.get('lon')]
  if (lat && lon) {
    params.set('lat', lat)
    params.set('lon', lon)
  }
  for (const [name, value] of Object.entries({ service, freeOn, freeFrom, freeUntil }))
    if (value) params.set(name, value)
  const { priceMin, priceMax, ratingMin, features, orderBy, openNow, walkIns, maxWait } = filters
  const set = parseFilters(params)
  const next = formatFilters(params, {
    ...set,
    ...(place && place.kind !== 'city' && { radius: PLACE_RADIUS }),
    ...(ratingMin && { rating: ratingMin }),
    ...((priceMin !== null || priceMax !== null) && { price: { min: priceMin ?? 0, max: priceMax } }),
    features,
    walkIns,
    maxWait: maxWait ?? undefined,
    isOpenNow: openNow,
    sort: orderBy ?? 'distance',
  })
  return `${paths.home()}?${next}`
}

/** Whether there is more to filter by than a place, which has a row of its own. */
export function hasSentence(filters: SentenceFilters): boolean {
  const { place: _, text: __, openNow, walkIns, features, ...others } = filters
  return openNow || walkIns || features.length > 0 || Object.values(others).some((value) => value !== null)
}

/** The booking of the barber's next time, or the barber where there is none. */
function toBarberUrl({ id, barbershop, nextTime }: SuggestedBarber): string {
  if (!nextTime) return paths.barber(barbershop.id, id)
  const { serviceId, date, time } = nextTime
  return paths.booking({ barbershopId: barbershop.id, barberId: id, serviceId, date, time })
}

/** In the order of the response; a corrected sentence alone, because the others are those of the sentence as it was typed. */
export function listOptions(
  found: Suggestions | undefined,
  corrected: SentenceFilters | undefined,
  current: URLSearchParams,
): SearchOption[] {
  if (!found) return []
  const filters: SearchOption = {
    kind: 'filters',
    key: 'filters',
    to: toFilteredUrl(corrected ?? found.sentence, current),
  }
  if (corrected) return [filters]
  const options: Record<SuggestionKind, SearchOption[]> = {
    filters: [filters],
    barbershops: found.barbershops.map((shop) => {
      const matches = found.matches.find(({ barbershopId }) => barbershopId === shop.id)?.matches ?? []
      return { kind: 'barbershop', key: shop.id, shop, matches, to: paths.barbershop(shop.id) }
    }),
    barbers: found.barbers.map((barber) => ({ kind: 'barber', key: barber.id, barber, to: toBarberUrl(barber) })),
    places: found.places.map((place) => ({
      kind: 'place',
      key: `${place.kind} ${place.name} ${place.area}`,
      place,
      to: toPlaceUrl(place),
    })),
  }
  return found.order.flatMap((kind) => options[kind])
}

type TextPart = { from: number; text: string; isMatch: boolean }

/** The parts of a text that are highlighted, and those between them. */
export function splitHighlights(text: string, highlights: SuggestionMatch['highlights']): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const [from, to] of highlights) {
    parts.push({ from: end, text: text.slice(end, from), isMatch: false })
    parts.push({ from, text: text.slice(from, to), isMatch: true })
    end = to
  }
  return [...parts, { from: end, text: text.slice(end), isMatch: false }].filter((part) => part.text !== '')
}

export function formatSuggestedPlace({ name, area }: PlaceSuggestion): string {
  return area ? `${name}, ${area}` : name
}
