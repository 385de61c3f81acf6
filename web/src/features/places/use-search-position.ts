import type { GeocodedAddress } from '@na-regua/contract/places'
import { reverseGeocode } from '@na-regua/contract/reverse-geocode'
import type { PlaceSuggestion } from '@na-regua/contract/suggestions'
import { queryOptions } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { api } from '../../lib/api.ts'
import type { Coordinates } from '../../lib/geolocation.ts'
import { createStoredValue, useStoredValue } from '../../lib/use-stored-value.ts'

/** The center of São Paulo, used until the user's position is known. */
export const DEFAULT_POSITION: Coordinates = { latitude: -23.55052, longitude: -46.633308 }

/** About ten metres: exact enough for distances, and close users share cached responses. */
const DECIMALS = 4

function round(degrees: number) {
  return Number(degrees.toFixed(DECIMALS))
}

export function roundPosition({ latitude, longitude }: Coordinates): Coordinates {
  return { latitude: round(latitude), longitude: round(longitude) }
}

export const positionParameters: readonly string[] = ['lat', 'lon']

function parseDegrees(text: string | null, max: number) {
  const degrees = Number(text)
  return text?.trim() && Math.abs(degrees) <= max ? degrees : undefined
}

/** The position in a URL; undefined if it is missing or invalid. */
export function parsePosition(params: URLSearchParams): Coordinates | undefined {
  const latitude = parseDegrees(params.get('lat'), 90)
  const longitude = parseDegrees(params.get('lon'), 180)
  return latitude === undefined || longitude === undefined ? undefined : roundPosition({ latitude, longitude })
}

/** The URL parameters with this position; the others stay. */
export function formatPosition(params: URLSearchParams, { latitude, longitude }: Coordinates): URLSearchParams {
  const next = new URLSearchParams(params)
  next.set('lat', String(latitude))
  next.set('lon', String(longitude))
  return next
}

export function isSamePosition(one: Coordinates | undefined, other: Coordinates | undefined) {
  return one?.latitude === other?.latitude && one?.longitude === other?.longitude
}

/** 'Setor Bueno, Goiânia - GO', without the country. */
export function describePlace({ formattedAddress, country }: GeocodedAddress) {
  return formattedAddress.replace(`, ${country}`, '')
}

/** 'Pinheiros, São Paulo - SP', 'Goiânia - GO', 'CEP 01310-100'. */
export function describeSuggestion({ kind, name, area }: PlaceSuggestion) {
  return area ? `${name}${kind === 'city' ? ' - ' : ', '}${area}` : name
}

/** A detected position is detected again on the next visit; a chosen one stays, with the name under which it was chosen. */
type StoredPosition = Coordinates & { isDetected: boolean; name?: string | undefined }

const storedPosition = createStoredValue({ key: 'place', parse: parseStoredPosition })

function parseStoredPosition(text: string): StoredPosition | undefined {
  const { latitude, longitude, isDetected, name } = JSON.parse(text) as Partial<StoredPosition>
  if (!(Math.abs(latitude as number) <= 90 && Math.abs(longitude as number) <= 180)) return undefined
  return {
    ...roundPosition({ latitude, longitude } as Coordinates),
    isDetected: isDetected === true,
    name: typeof name === 'string' ? name : undefined,
  }
}

export const storePosition = (position: StoredPosition) => void storedPosition.write(position)

/** A place that was chosen by its name. */
export function storePlace(place: PlaceSuggestion) {
  storePosition({ ...roundPosition(place), isDetected: false, name: describeSuggestion(place) })
}

/** Also right while React hydrates, when `useStoredPosition` is still undefined. */
export const getStoredPosition = storedPosition.getSnapshot

/** The last position of this browser's user; undefined on the server and for new users. */
export function useStoredPosition() {
  return useStoredValue(storedPosition)[0]
}

/** The position that distances are measured from: the URL's, else the stored one, else the default. */
export function useSearchPosition() {
  const [params] = useSearchParams()
  const stored = useStoredPosition()
  const shared = parsePosition(params)
  const { latitude, longitude } = shared ?? stored ?? DEFAULT_POSITION
  return { coordinates: { latitude, longitude }, shared, stored, isDefault: !shared && !stored }
}

export type Detection = { status: 'idle' | 'detecting' } | { status: 'failed'; reason: string }

export type SearchCenter = {
  coordinates: Coordinates
  /** Of the place that was chosen. */
  name: string | undefined
  isDefault: boolean
  isDetected: boolean
  detection: Detection
  choose: (chosen: Coordinates, name?: string) => void
  /** Returns the error text if the detection failed. */
  detect: () => Promise<string | undefined>
}

/** The name of the place at a position. It does not change during a visit. */
export const placeNameQuery = ({ latitude, longitude }: Coordinates) =>
  queryOptions({
    queryKey: ['place-name', latitude, longitude],
    queryFn: ({ signal }) => api(reverseGeocode, { query: { lat: latitude, lon: longitude }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
