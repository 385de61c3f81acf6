import type { Place } from '@na-regua/contract/places'
import { chordBetween, type Point, type Position, toPoint } from '../../lib/sphere.ts'
import municipalities from './municipalities.json' with { type: 'json' }

type Town = { city: string; state: string; point: Point }

const towns: Town[] = Object.entries(municipalities).flatMap(([state, rows]) =>
  (rows as [number, string, number, number][]).map(([, city, latitude, longitude]) => ({
    city,
    state,
    point: toPoint({ latitude, longitude }),
  })),
)

/** No corner of Brazil, its islands and its sea border left out, is farther from a town hall; from there on it is abroad. */
const FARTHEST_KM = 400

/** The municipality whose seat is nearest. 5,571 distances cost less than any index would. */
export function findTown(position: Position): { city: string; state: string } | undefined {
  const here = toPoint(position)
  let nearest: Town | undefined
  let shortest = FARTHEST_KM
  for (const town of towns) {
    const distance = chordBetween(here, town.point)
    if (distance < shortest) {
      nearest = town
      shortest = distance
    }
  }
  return nearest
}

export function toPlace({ neighborhood, city, state }: { neighborhood?: string; city: string; state: string }): Place {
  const formattedAddress = `${neighborhood ? `${neighborhood}, ` : ''}${city} - ${state}, Brasil`
  return { city, state, country: 'Brasil', formattedAddress }
}

/** One of the 27, by its two letters. */
export function isState(sigla: string): boolean {
  return Object.hasOwn(municipalities, sigla)
}
