import { barbershopsApi } from '@na-regua/contract/barbershops'
import { createResponseCache } from '../../lib/caches/response-cache.ts'
import type { ChangeFeed } from '../../lib/change-feed.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../lib/database.ts'
import { type App, sendJson, sendJsonBytes } from '../../lib/http.ts'
import type { Metrics } from '../../lib/metrics/metrics.ts'
import { listKnownPlaces } from '../places/rules.ts'
import type { SlotsReader } from './find-in-database.ts'
import { createBarbershopReader } from './get-barbershop.ts'
import { createInMemorySearch } from './in-memory-search/create-search.ts'
import type { SlotsFollower } from './in-memory-search/follow-slots.ts'
import type { WaitsFollower } from './in-memory-search/follow-waits.ts'
import { listFilters } from './list-filters.ts'
import { listBarbershops, listNearby } from './list-nearby.ts'
import { createPinCache, listOnMap } from './list-on-map.ts'
import type { WaitsReader } from './list-shown-cards.ts'
import { searchBarbershops } from './search-barbershops.ts'
import { suggestionRoutes } from './suggestions/routes.ts'

type BarbershopDeps = {
  db: Database
  clock: Clock
  slots: SlotsReader & { follower: SlotsFollower }
  waits: WaitsReader & { follower: WaitsFollower }
  live: ChangeFeed
  metrics?: Metrics
}

const RESPONSE_BYTES = 32 * 1024 * 1024

export function barbershopRoutes(app: App, { db, clock, slots, waits, live, metrics }: BarbershopDeps) {
  // Many customers request the same area. A changed barbershop is shown at once, in every process.
  const responses = createResponseCache({
    clock,
    ttlMs: 1000,
    maxBytes: RESPONSE_BYTES,
    watch: live.watchBarbershops,
  })
  const followers = { slots: slots.follower, waits: waits.follower }
  const search = createInMemorySearch({ db, changeFeed: live, log: app.log, ...followers, listKnownPlaces })
  metrics?.watch('shops_in_memory', 'Barbershops in the search index; 0 while lists fall back to SQL.', search.count)
  // Tests that only inject requests never listen, so SQL responds there, as it does while the index is being filled.
  app.addHook('onListen', async () => search.start())
  app.addHook('onClose', () => search.close())

  app.route({ ...barbershopsApi.filters, access: 'public', handler: () => listFilters(db) })
  app.route({
    ...barbershopsApi.nearby,
    access: 'public',
    preValidation: responses.sendCached,
    handler: (request, reply) =>
      responses.send(request, reply, () => listNearby({ db, slots, waits, search }, request.query, clock.now())),
  })
  app.route({
    ...barbershopsApi.search,
    access: 'public',
    handler: async ({ query }, reply) => {
      const body = await searchBarbershops({ db, waits, search }, query, clock.now())
      return sendJsonBytes(reply, body)
    },
  })
  app.route({
    ...barbershopsApi.list,
    access: 'public',
    handler: ({ query }) => listBarbershops({ db, waits }, query, clock.now()),
  })
  mapRoute(app, { db, clock, slots, waits, search, responses })
  suggestionRoutes(app, { db, clock, slots, waits, search })
  barbershopRoute(app, { db, clock, search })
}

type MapRouteDeps = Pick<BarbershopDeps, 'db' | 'clock' | 'slots' | 'waits'> & {
  search: ReturnType<typeof createInMemorySearch>
  responses: ReturnType<typeof createResponseCache>
}

function mapRoute(app: App, { db, clock, slots, waits, search, responses }: MapRouteDeps) {
  const pins = createPinCache(db)
  search.onChange(pins.invalidate)
  app.route({
    ...barbershopsApi.map,
    access: 'public',
    preValidation: responses.sendCached,
    handler: (request, reply) =>
      responses.send(request, reply, () => listOnMap({ db, slots, waits, search, pins }, request.query, clock.now())),
  })
}

type BarbershopRouteDeps = Pick<BarbershopDeps, 'db' | 'clock'> & { search: ReturnType<typeof createInMemorySearch> }

function barbershopRoute(app: App, { db, clock, search }: BarbershopRouteDeps) {
  const barbershops = createBarbershopReader({ db, isCurrent: search.isCaughtUp })
  search.onChange(barbershops.forgetBarbershops)
  app.route({
    ...barbershopsApi.get,
    access: 'public',
    handler: async ({ params, query }, reply) => {
      const serialize = (response: object) => reply.code(200).serialize(response) as string
      const request = { id: params.id, position: query, now: clock.now(), serialize }
      return sendJson(reply, await barbershops.getBarbershopJson(request))
    },
  })
}
