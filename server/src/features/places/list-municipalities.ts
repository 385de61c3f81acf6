import type { Municipality, placesApi } from '@na-regua/contract/places'
import type { Query } from '@na-regua/contract/route'
import largest from './largest-municipalities.json' with { type: 'json' }
import municipalities from './municipalities.json' with { type: 'json' }

type RankedMunicipality = Municipality & { forms: readonly string[] }

/** By population in the census of 2022 (IBGE); all others follow by name. */
const rank = new Map(largest.map((name, index) => [name, index]))

function toRank({ name, state }: Municipality) {
  return rank.get(`${name} ${state}`) ?? largest.length
}

/** In both spellings, of which people type the one without an apostrophe: 'Olho d'Água' is ' olho d agua' and ' olho dagua'. */
function listSearchForms(name: string) {
  return [name, name.replaceAll("'", '')].map(toSearchForm)
}

/** Without accents and case, a space before each word: ' gois' matches the prefix of any word. */
function toSearchForm(text: string) {
  const plain = text.normalize('NFD').replaceAll(/\p{Mn}/gu, '')
  return ` ${plain
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()}`
}

const sortMunicipalities = (): RankedMunicipality[] =>
  Object.entries(municipalities)
    .flatMap(([state, rows]) =>
      (rows as [number, string, number, number][]).map(([, name, latitude, longitude]) => ({
        name,
        state,
        latitude,
        longitude,
        forms: listSearchForms(`${name} ${state}`),
      })),
    )
    .sort((a, b) => toRank(a) - toRank(b) || a.name.localeCompare(b.name, 'pt-BR'))

/** Sorted by the first request, because it would be the slowest step of the start. */
let sorted: RankedMunicipality[] | undefined

/** The largest first; with a query, names that begin with it before names with a later word that does. */
export function listMunicipalities({ limit, ...filters }: Query<typeof placesApi.municipalities>): Municipality[] {
  const { query, north = 90, south = -90, east = 180, west = -180 } = filters
  sorted ??= sortMunicipalities()
  const inView = sorted.filter(
    ({ latitude, longitude }) => latitude <= north && latitude >= south && longitude <= east && longitude >= west,
  )
  if (query === undefined) return inView.slice(0, limit)
  const prefix = toSearchForm(query)
  const { containing = [], beginning = [] } = Object.groupBy(
    inView.filter(({ forms }) => forms.some((form) => form.includes(prefix))),
    ({ forms }) => (forms.some((form) => form.startsWith(prefix)) ? 'beginning' : 'containing'),
  )
  return [...beginning, ...containing].slice(0, limit)
}
