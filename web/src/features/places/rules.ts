import type { Place } from '@na-regua/contract/places'
import type { Coordinates } from '../../lib/geolocation.ts'

/** The centre of São Paulo: where nobody has said where they are. */
export const DEFAULT_PLACE: Coordinates = { latitude: -23.55052, longitude: -46.633308 }

/** About ten metres: enough for a distance, and neighbours share an answer. */
const DECIMALS = 4

function round(degrees: number) {
  return Number(degrees.toFixed(DECIMALS))
}

export function roundPlace({ latitude, longitude }: Coordinates): Coordinates {
  return { latitude: round(latitude), longitude: round(longitude) }
}

function readDegrees(text: string | null, most: number) {
  const degrees = Number(text)
  return text?.trim() && Math.abs(degrees) <= most ? degrees : undefined
}

/** The place of an address that somebody shared; undefined where there is none or it is nowhere on Earth. */
export function readPlace(address: URLSearchParams): Coordinates | undefined {
  const latitude = readDegrees(address.get('lat'), 90)
  const longitude = readDegrees(address.get('lon'), 180)
  return latitude === undefined || longitude === undefined ? undefined : roundPlace({ latitude, longitude })
}

/** The address with this place and everything else that stood in it. */
export function writePlace(address: URLSearchParams, { latitude, longitude }: Coordinates): URLSearchParams {
  const written = new URLSearchParams(address)
  written.set('lat', String(latitude))
  written.set('lon', String(longitude))
  return written
}

export function isSamePlace(one: Coordinates | undefined, other: Coordinates | undefined) {
  return one?.latitude === other?.latitude && one?.longitude === other?.longitude
}

/** 'Setor Bueno, Goiânia - GO': everyone here knows which country that is. */
export function describePlace({ formattedAddress, country }: Place) {
  return formattedAddress.replace(new RegExp(`, ${country}$`), '')
}
