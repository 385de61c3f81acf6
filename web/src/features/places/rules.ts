import type { GeocodedAddress } from '@na-regua/contract/places'
import type { Coordinates } from '../../lib/geolocation.ts'

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
