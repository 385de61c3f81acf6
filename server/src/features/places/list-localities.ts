import { ApiError } from '@na-regua/contract/errors'
import type { City, State } from '@na-regua/contract/places'
import { LoadingCache } from '../../lib/caches/loading-cache.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Ibge } from '../../lib/places/ibge.ts'
import { isState } from './rules.ts'
import { shippedCities, shippedStates } from './shipped-localities.ts'

const DAY_MS = 86_400_000
/** After a failure no request waits for IBGE for a while. */
const PAUSE_MS = 10 * 60_000

/** States and cities from IBGE, and from the table in the repository while IBGE is not available. */
export function createLocalities({ ibge, clock }: { ibge: Ibge | undefined; clock: Clock }) {
  const states = new LoadingCache<State[]>({ clock, ttlMs: DAY_MS, max: 1 })
  const cities = new LoadingCache<City[]>({ clock, ttlMs: DAY_MS, max: 27 })
  let pausedUntil = 0

  async function loadOrFallBack<T>(load: (from: Ibge) => Promise<T>, fallback: T): Promise<T> {
    if (!ibge || clock.now().getTime() < pausedUntil) return fallback
    try {
      return await load(ibge)
    } catch {
      pausedUntil = clock.now().getTime() + PAUSE_MS
      return fallback
    }
  }

  return {
    listStates: () => loadOrFallBack((from) => states.get('all', () => from.listStates()), shippedStates),
    listCities(sigla: string): Promise<City[]> {
      if (!isState(sigla)) throw new ApiError('NOT_FOUND')
      return loadOrFallBack((from) => cities.get(sigla, () => from.listCities(sigla)), shippedCities(sigla))
    },
  }
}
