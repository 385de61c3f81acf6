import type { Municipality, placesApi } from '@na-regua/contract/places'
import type { Query } from '@na-regua/contract/route'
import largest from './largest-municipalities.json' with { type: 'json' }
import municipalities from './municipalities.json' with { type: 'json' }

type Entry = Municipality & { words: string }

/** Population order of the IBGE census of 2022; whoever is not among them follows by name. */
const rank = new Map(largest.map((name, index) => [name, index]))

function rankOf({ name, state }: Municipality) {
  return rank.get(`${name} ${state}`) ?? largest.length
}

/** Without accent and case, a space before each word: ' gois' finds the beginning of any of them. */
function searchForm(text: string) {
  const plain = text.normalize('NFD').replaceAll(/\p{Mn}/gu, '')
  return ` ${plain
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()}`
}

const sortEntries = (): Entry[] =>
  Object.entries(municipalities)
    .flatMap(([state, rows]) =>
      (rows as [number, string, number, number][]).map(([, name, latitude, longitude]) => ({
        name,
        state,
        latitude,
        longitude,
        words: searchForm(`${name} ${state}`),
      })),
    )
    .sort((a, b) => rankOf(a) - rankOf(b) || a.name.localeCompare(b.name, 'pt-BR'))

/** Sorted when somebody first asks: at the start it would be the longest step. */
let entries: Entry[] | undefined

/** The largest first; among those of a name, the ones that begin with it. */
export function listMunicipalities({ limit, ...wanted }: Query<typeof placesApi.municipalities>): Municipality[] {
  const { query, north = 90, south = -90, east = 180, west = -180 } = wanted
  entries ??= sortEntries()
  const inView = entries.filter(
    ({ latitude, longitude }) => latitude <= north && latitude >= south && longitude <= east && longitude >= west,
  )
  if (query === undefined) return inView.slice(0, limit)
  const beginning = searchForm(query)
  const { found = [], begun = [] } = Object.groupBy(
    inView.filter(({ words }) => words.includes(beginning)),
    ({ words }) => (words.startsWith(beginning) ? 'begun' : 'found'),
  )
  return [...begun, ...found].slice(0, limit)
}
