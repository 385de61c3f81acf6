import type { GeocodedAddress } from '@na-regua/contract/places'
import { chordBetween, type Point, type Position, toPoint } from '../../lib/sphere.ts'
import landmarks from './landmarks.json' with { type: 'json' }
import largest from './largest-municipalities.json' with { type: 'json' }
import municipalities from './municipalities.json' with { type: 'json' }
import states from './states.json' with { type: 'json' }

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

/** Within this distance of its own town hall a position is in the city, or just across its border. */
const BORDER_KM = 40
/** So close to the town hall of another municipality it is in that one. */
const CENTER_KM = 5
/** The farthest villages of a municipality are about so far from its town hall, and farther in the states of the second figure. */
const REACH_KM = 120
const SPARSE_REACH_KM = 700
const sparseStates = new Set(['AC', 'AM', 'AP', 'BA', 'MA', 'MS', 'MT', 'PA', 'PI', 'RO', 'RR', 'TO'])

/** Without accents, case, spaces and signs. */
function toComparable(name: string) {
  return name
    .normalize('NFD')
    .replaceAll(/[^a-z]/gi, '')
    .toLowerCase()
}

/**
 * False when a position is certainly not in a city (decision 31). Borders are not known, only town halls: what may be a village far
 * from its town hall is plausible. A city that is not known is compared as any city of its state.
 */
export function isPlausiblePlace(position: Position, { city, state }: { city: string; state: string }): boolean {
  const here = toPoint(position)
  const name = toComparable(city)
  const ofState = townHalls.filter((townHall) => townHall.state === state)
  const ofCity = ofState.filter((townHall) => toComparable(townHall.city) === name)
  const candidates = ofCity.length > 0 ? ofCity : ofState
  const distance = Math.min(...candidates.map(({ point }) => chordBetween(here, point)))
  if (distance <= BORDER_KM) return true
  const isInOtherCenter = townHalls.some(({ point }) => chordBetween(here, point) <= CENTER_KM)
  return !isInOtherCenter && distance <= (sparseStates.has(state) ? SPARSE_REACH_KM : REACH_KM)
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
  return { city, state, country: 'Brasil', ...(neighborhood && { neighborhood }), formattedAddress }
}

/** Whether this is the abbreviation of one of the 27 states. */
export function isState(sigla: string): boolean {
  return Object.hasOwn(municipalities, sigla)
}

/** What people call some cities. */
const cityAliases: Readonly<Record<string, readonly string[]>> = {
  'São Paulo SP': ['sp', 'sampa'],
  'Rio de Janeiro RJ': ['rj', 'rio'],
  'Belo Horizonte MG': ['bh', 'beaga', 'belô'],
  'Brasília DF': ['bsb'],
  'Porto Alegre RS': ['poa'],
  'Goiânia GO': ['gyn'],
  'Florianópolis SC': ['floripa'],
}
const LARGE_CITIES = 60

/**
 * Cities and landmarks, which are places also where no barbershop is. Landmarks and stations are exact to about three hundred metres; a zone
 * of a city is where most of its barbershops are. A city is also found by its name with the state.
 */
export function listKnownPlaces() {
  const large = new Set(largest.slice(0, LARGE_CITIES))
  const cities = Object.entries(municipalities).flatMap(([state, rows]) =>
    (rows as [number, string, number, number][]).map(([, name, latitude, longitude]) => {
      const key = `${name} ${state}`
      const stateName = (states as Record<string, string>)[state] ?? ''
      const aliases = [...(cityAliases[key] ?? []), key, `${name} ${stateName}`]
      const known = { aliases, isLarge: large.has(key) }
      return { kind: 'city' as const, name, area: state, latitude, longitude, ...known }
    }),
  )
  const others = Object.entries(landmarks as unknown as Record<string, [string, number, number][]>).flatMap(
    ([city, rows]) =>
      rows.map(([name, latitude, longitude]) => {
        const area = `${city.slice(0, -3)} - ${city.slice(-2)}`
        const aliases = [name.replace(/^(Shopping|Estação|Aeroporto|Estádio|Rodoviária) (da |de |do )?/, '')]
        return { kind: 'landmark' as const, name, area, latitude, longitude, aliases }
      }),
  )
  return [...cities, ...others]
}
