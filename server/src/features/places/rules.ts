import type { GeocodedAddress } from '@na-regua/contract/places'
import { chordBetween, type Point, type Position, toPoint } from '../../lib/sphere.ts'
import municipalities from './municipalities.json' with { type: 'json' }

type TownHall = { city: string; state: string; point: Point }

const townHalls: TownHall[] = Object.entries(municipalities).flatMap(([state, rows]) =>
  (rows as [number, string, number, number][]).map(([, city, latitude, longitude]) => ({
    city,
    state,
    point: toPoint({ latitude, longitude }),
  })),
)

/** No place on the mainland of Brazil is farther from a town hall. */
const MAX_DISTANCE_KM = 400

/** The municipality whose town hall is nearest; undefined abroad. A scan of 5,571 distances is fast enough without an index. */
export function findNearestMunicipality(position: Position): { city: string; state: string } | undefined {
  const here = toPoint(position)
  let nearest: TownHall | undefined
  let shortest = MAX_DISTANCE_KM
  for (const townHall of townHalls) {
    const distance = chordBetween(here, townHall.point)
    if (distance < shortest) {
      nearest = townHall
      shortest = distance
    }
  }
  return nearest
}

export function toGeocodedAddress({
  neighborhood,
  city,
  state,
}: {
  neighborhood?: string
  city: string
  state: string
}): GeocodedAddress {
  const formattedAddress = `${neighborhood ? `${neighborhood}, ` : ''}${city} - ${state}, Brasil`
  return { city, state, country: 'Brasil', formattedAddress }
}

/** Whether this is the abbreviation of one of the 27 states. */
export function isState(sigla: string): boolean {
  return Object.hasOwn(municipalities, sigla)
}
