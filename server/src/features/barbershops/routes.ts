import { barbershopsApi } from '@na-regua/contract/barbershops'
import type { ChangeFeed } from '../../lib/change-feed.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import type { Metrics } from '../../lib/metrics/metrics.ts'
import { createResponseCache } from '../../lib/response-cache.ts'
import { keepCards } from './discovery/keep-cards.ts'
import { keepIndex } from './discovery/keep-index.ts'
import { getBarbershop } from './get-barbershop.ts'
import { listFilters } from './list-filters.ts'
import { type ListFreeToday, listBarbershops, listNearby } from './list-nearby.ts'
import { listCards } from './queries.ts'
import { searchBarbershops } from './search-barbershops.ts'

type Deps = { db: Database; clock: Clock; listFreeToday: ListFreeToday; live: ChangeFeed; metrics?: Metrics }

const MEGABYTE = 1024 * 1024

export function barbershopRoutes(app: App, { db, clock, listFreeToday, live, metrics }: Deps) {
  // People stand close together: the same area is asked for again and again. A changed shop is shown at once, on every process.
  const areas = createResponseCache({ clock, lifeMs: 1000, maxBytes: 32 * MEGABYTE, watch: live.watchBarbershops })
  const memory = rememberShops(app, { db, live, metrics })

  app.route({ ...barbershopsApi.filters, access: 'public', handler: () => listFilters(db) })
  app.route({
    ...barbershopsApi.nearby,
    access: 'public',
    preValidation: areas.answerKnown,
    handler: (request, reply) =>
      areas.answer(request, reply, () => listNearby({ db, listFreeToday, memory }, request.query, clock.now())),
  })
  app.route({
    ...barbershopsApi.search,
    access: 'public',
    handler: async ({ query }) => ({ barbershops: await searchBarbershops(db, query, clock.now()) }),
  })
  app.route({
    ...barbershopsApi.list,
    access: 'public',
    handler: ({ query }) => listBarbershops(db, query, clock.now()),
  })
  app.route({
    ...barbershopsApi.get,
    access: 'public',
    handler: async ({ params, query }) => ({ barbershop: await getBarbershop(db, params.id, query, clock.now()) }),
  })
}

/** Shops in memory, from the moment on that the process listens: until they are there, and in tests that only inject, SQL answers. */
function rememberShops(app: App, { db, live, metrics }: Pick<Deps, 'db' | 'live' | 'metrics'>) {
  const cards = keepCards({ maxBytes: 128 * MEGABYTE, listCards: (ids) => listCards(db, ids) })
  const onChange = (ids: readonly string[] | undefined, isShown: boolean) => {
    cards.forget(ids)
    if (isShown) live.tellWatchers()
  }
  const index = keepIndex({ live, log: app.log, onChange })
  metrics?.watch('shops_in_memory', 'Shops that lists are answered from; 0 while the base is asked.', index.countShops)
  app.addHook('onListen', async () => index.start())
  app.addHook('onClose', () => index.close())
  return { ...index, cards }
}
