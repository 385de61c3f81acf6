import { ApiError } from '@na-regua/contract/errors'
import type { City, State } from '@na-regua/contract/places'
import type { Clock } from '../../lib/clock.ts'
import type { Ibge } from '../../lib/ibge.ts'
import { createPromiseCache } from '../../lib/keep-for.ts'
import { isState } from './rules.ts'
import { shippedCities, shippedStates } from './shipped-localities.ts'

const DAY_MS = 86_400_000
/** After a failure nobody waits for the same silence again for a while. */
const REST_MS = 10 * 60_000

/** States and cities as IBGE has them today; as they were when this was built where IBGE does not answer. */
export function createLocalities({ ibge, clock }: { ibge: Ibge | undefined; clock: Clock }) {
  const keepStates = createPromiseCache<State[]>({ clock, lifeMs: DAY_MS, most: 1 })
  const keepCities = createPromiseCache<City[]>({ clock, lifeMs: DAY_MS, most: 27 })
  let restsUntil = 0

  async function tryFirst<T>(ask: (from: Ibge) => Promise<T>, shipped: T): Promise<T> {
    if (!ibge || clock.now().getTime() < restsUntil) return shipped
    try {
      return await ask(ibge)
    } catch {
      restsUntil = clock.now().getTime() + REST_MS
      return shipped
    }
  }

  return {
    listStates: () => tryFirst((from) => keepStates('all', () => from.listStates()), shippedStates),
    listCities(sigla: string): Promise<City[]> {
      if (!isState(sigla)) throw new ApiError('NOT_FOUND')
      return tryFirst((from) => keepCities(sigla, () => from.listCities(sigla)), shippedCities(sigla))
    },
  }
}
