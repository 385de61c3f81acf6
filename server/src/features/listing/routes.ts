import { barbershopsApi } from '@na-regua/contract/barbershops'
import { createResponseCache } from '../../lib/caches/response-cache.ts'
import type { ChangeFeed } from '../../lib/change-feed.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../lib/database.ts'
import { type App, sendJsonBytes } from '../../lib/http.ts'
import type { createInMemorySearch } from './engine/create-search.ts'
import { createPinCache, listOnMap } from './map/list-on-map.ts'
import type { SlotsReader } from './nearby/find-in-database.ts'
import { listFilters } from './nearby/list-filters.ts'
import { listBarbershops, listNearby } from './nearby/list-nearby.ts'
import type { WaitsReader } from './nearby/list-shown-cards.ts'
import { searchBarbershops } from './nearby/search-barbershops.ts'
import type { SlotsTodayReader } from './slots-today/read-slots-today.ts'
import { slotsTodayRoutes } from './slots-today/routes.ts'
import { suggestionRoutes } from './suggestions/routes.ts'

type ListingDeps = {
  db: Database
  clock: Clock
  slots: SlotsReader
  waits: WaitsReader
  search: ReturnType<typeof createInMemorySearch>
  slotsToday: SlotsTodayReader
  live: ChangeFeed
}

const RESPONSE_BYTES = 32 * 1024 * 1024

export function listingRoutes(app: App, deps: ListingDeps) {
  const { db, clock, slots, waits, search, live } = deps
  // Many customers request the same area. A changed barbershop is shown at once, in every process.
  const responses = createResponseCache({
    clock,
    ttlMs: 1000,
    maxBytes: RESPONSE_BYTES,
    watch: live.watchBarbershops,
  })
  const pins = createPinCache(db)
  search.onChange(pins.invalidate)

  app.route({ ...barbershopsApi.filters, access: 'public', statements: 1, handler: () => listFilters(db) })
  app.route({
    ...barbershopsApi.nearby,
    access: 'public',
    statements: 5,
    preValidation: responses.sendCached,
    handler: (request, reply) =>
      responses.send(request, reply, () => listNearby({ db, slots, waits, search }, request.query, clock.now())),
  })
  app.route({
    ...barbershopsApi.map,
    access: 'public',
    statements: 2,
    preValidation: responses.sendCached,
    handler: (request, reply) =>
      responses.send(request, reply, () => listOnMap({ db, slots, waits, search, pins }, request.query, clock.now())),
  })
  app.route({
    ...barbershopsApi.search,
    access: 'public',
    statements: 1,
    handler: async ({ query }, reply) => {
      const body = await searchBarbershops({ db, waits, search }, query, clock.now())
      return sendJsonBytes(reply, body)
    },
  })
  app.route({
    ...barbershopsApi.list,
    access: 'public',
    // With the waits of those that have a queue.
    statements: 5,
    handler: ({ query }) => listBarbershops({ db, waits }, query, clock.now()),
  })
  suggestionRoutes(app, deps)
  slotsTodayRoutes(app, deps)
}
