import { learnCityPace } from '@na-regua/wait'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import { defineJob } from '../../../lib/jobs.ts'
import { deleteBatch, runAll, runSweeps } from '../../../lib/worker/run-sweeps.ts'
import { REFERENCE_MIN, toObserved } from './learn-durations.ts'
import { listCityObservations, listTappingBarbershops, type NormalizedCity, replaceCityPaces } from './queries.ts'

/** Barbershops per statement that lists them; of one city, which says enough and bounds the work for a large one. */
const MOST = { listed: 1000, ofCity: 100 } as const
/** Cities of fewer barbershops have no rows. */
const LEAST_BARBERSHOPS = 5
/** Rows that no run has replaced since: of a city in which too few barbershops tap. */
const STALE_MS = 3 * 86_400_000

type CityBarbershops = NormalizedCity & { barbershopIds: string[] }

/**
 * Replaces what is known of services by city. Two statements for each city, in which one that fails does not stop the others; a run that
 * is repeated changes nothing.
 */
export async function learnCityPaces({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const now = clock.now()
  const cities = await listCities(db, now)
  await runAll(cities.map((city) => [`paces of ${city.city}`, () => learnCity(db, city, now)]))
  const until = new Date(now.getTime() - STALE_MS)
  await runSweeps({
    'paces of cities': (limit) => deleteBatch(db, { table: 'city_paces', by: 'computed_at', until, limit }),
  })
}

/** By ids, which are random: not the oldest barbershops of a large city. */
async function listCities(db: Database, now: Date): Promise<CityBarbershops[]> {
  const cities = new Map<string, CityBarbershops>()
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const page = await listTappingBarbershops(db, { now, after, limit: MOST.listed })
    for (const { id, state, city } of page) {
      const key = `${state} ${city}`
      const found = cities.get(key) ?? { state, city, barbershopIds: [] }
      if (found.barbershopIds.length < MOST.ofCity) found.barbershopIds.push(id)
      cities.set(key, found)
    }
    const last = page.at(-1)
    if (!last || page.length < MOST.listed) break
    after = last.id
  }
  return [...cities.values()].filter(({ barbershopIds }) => barbershopIds.length >= LEAST_BARBERSHOPS)
}

/** A kind's services, and all services of the city under the empty kind. */
async function learnCity(db: Database, { state, city, barbershopIds }: CityBarbershops, now: Date): Promise<void> {
  const rows = await listCityObservations(db, barbershopIds, now)
  const ofKinds = rows.flatMap((row) => [...new Set([row.kind, ''])].map((kind) => ({ ...row, kind })))
  const paces = [...Map.groupBy(ofKinds, ({ kind }) => kind)].flatMap(([kind, ofKind]) => {
    const observations = ofKind.map(({ barbershopId, paces: observed }) => ({
      barbershopId,
      observed: toObserved(observed),
    }))
    const learned = learnCityPace(observations, REFERENCE_MIN)
    return learned ? [{ kind, ...learned }] : []
  })
  await replaceCityPaces(db, { state, city }, paces, now)
}

export const learnCityPacesJob = defineJob('learn-city-paces', { schedule: '20 6 * * *', run: learnCityPaces })
