import type { City, State } from '@na-regua/contract/places'
import { Type } from 'typebox'
import { fetchOutside } from '../fetch-outside.ts'
import { recognizer } from '../schemas.ts'

const Id = Type.Integer({ minimum: 1 })
const Name = Type.String({ minLength: 1, maxLength: 120 })
// Only complete lists are accepted: 27 states, and no state without a city.
const areStates = recognizer(
  Type.Array(Type.Object({ id: Id, sigla: Type.String({ pattern: '^[A-Z]{2}$' }), nome: Name }), {
    minItems: 27,
    maxItems: 27,
  }),
)
const areCities = recognizer(Type.Array(Type.Object({ id: Id, nome: Name }), { minItems: 1, maxItems: 2000 }))

export type Ibge = { listStates(): Promise<State[]>; listCities(sigla: string): Promise<City[]> }

const TIMEOUT_MS = 3000

/** IBGE's service of localities at `url`. Throws when there is no valid response within 3 s. */
export function createIbge(url: string): Ibge {
  const localities = `${url}/api/v1/localidades`

  async function request(path: string): Promise<unknown> {
    const response = await fetchOutside(`${localities}/${path}?orderBy=nome`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`IBGE responded with ${response.status}`)
    return response.json()
  }

  return {
    async listStates() {
      const states = await request('estados')
      if (!areStates(states)) throw new Error('IBGE returned no list of states')
      return states.map(({ id, sigla, nome }) => ({ id, sigla, nome }))
    },
    async listCities(sigla) {
      const cities = await request(`estados/${sigla}/municipios`)
      if (!areCities(cities)) throw new Error('IBGE returned no list of cities')
      return cities.map(({ id, nome }) => ({ id, nome }))
    },
  }
}
