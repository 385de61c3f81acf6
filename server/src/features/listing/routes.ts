import { barbershopsApi } from '@na-regua/contract/barbershops'
import { createResponseCache } from '../../lib/caches/response-cache.ts'
import { createRowCache } from '../../lib/caches/row-cache.ts'
import type { ChangeFeed } from '../../lib/change-feed.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../lib/database.ts'
import type { App } from '../../lib/http.ts'
import type { Listing } from './engine/create-listing.ts'
import { listOnMap } from './map/list-on-map.ts'
import { listPins } from './map/queries.ts'
import { countBarbershops } from './nearby/count-barbershops.ts'
import { findNearest } from './nearby/find-nearest.ts'
import { listBarbershops } from './nearby/list-barbershops.ts'
import { listFilters } from './nearby/list-filters.ts'
import { listNearby } from './nearby/list-nearby.ts'
import { searchBarbershops } from './nearby/search-barbershops.ts'
import type { SlotsTodayReader } from './slots-today/read-slots-today.ts'
import { slotsTodayRoutes } from './slots-today/routes.ts'
import { suggestionRoutes } from './suggestions/routes.ts'

type ListingDeps = {
  db: Database
  clock: Clock
  listing: Listing
  slotsToday: SlotsTodayReader
  live: ChangeFeed
}

const RESPONSE_BYTES = 32 * 1024 * 1024
/** About 25 MB. */
const MAX_PINS = 100_000

export function listingRoutes(app: App, deps: ListingDeps) {
  const { db, clock, listing, live } = deps
  // Many customers request the same area. A changed barbershop is shown at once, in every process.
  const responses = createResponseCache({
    clock,
    ttlMs: 1000,
    maxBytes: RESPONSE_BYTES,
    watch: live.watchBarbershops,
  })
  const pins = createRowCache(MAX_PINS, (ids) => listPins(db, ids))
  listing.onChange(pins.invalidate)

  app.route({ ...barbershopsApi.filters, access: 'public', statements: 1, handler: () => listFilters(db) })
  app.route({
    ...barbershopsApi.nearby,
    access: 'public',
    statements: 1,
    preValidation: responses.sendCached,
    handler: (request, reply) => responses.send(request, reply, () => listNearby(listing, request.query, clock.now())),
  })
  app.route({
    ...barbershopsApi.count,
    access: 'public',
    statements: 0,
    handler: ({ body }) => countBarbershops(listing, body, clock.now()),
  })
  app.route({
    ...barbershopsApi.nearest,
    access: 'public',
    statements: 1,
    handler: ({ query }) => findNearest(listing, query, clock.now()),
  })
  app.route({
    ...barbershopsApi.map,
    access: 'public',
    statements: 1,
    preValidation: responses.sendCached,
    handler: (request, reply) =>
      responses.send(request, reply, () => listOnMap({ listing, pins }, request.query, clock.now())),
  })
  app.route({
    ...barbershopsApi.search,
    access: 'public',
    statements: 1,
    handler: ({ query }) => searchBarbershops(listing, query, clock.now()),
  })
  app.route({
    ...barbershopsApi.list,
    access: 'public',
    statements: 2,
    handler: ({ query }) => listBarbershops({ db, listing }, query, clock.now()),
  })
  suggestionRoutes(app, deps)
  slotsTodayRoutes(app, deps)
}
