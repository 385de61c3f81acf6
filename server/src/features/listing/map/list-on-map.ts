import type { BarbershopMap } from '@na-regua/contract/barbershop-map'
import type { barbershopsApi } from '@na-regua/contract/barbershops'
import type { Query } from '@na-regua/contract/route'
import type { MapResult } from '@na-regua/search'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../../lib/database.ts'
import type { Listing } from '../engine/create-listing.ts'
import { type SearchArea, toMatchFilters } from '../engine/rules.ts'
import { listPins, type PinRow } from './queries.ts'

type MapQuery = Query<typeof barbershopsApi.map>
type MapSources = { listing: Listing; pins: ReturnType<typeof createPinCache> }

/** About 25 MB. */
const MAX_PINS = 100_000
const MINUTE_MS = 60_000

/** What the map says of recently shown barbershops. A row that is invalidated while it is being loaded is not stored. */
export function createPinCache(db: Database) {
  const pins = new LRUCache<string, PinRow>({ max: MAX_PINS })
  let invalidations = 0
  return {
    /** By id; one statement when some are not stored. */
    async load(ids: readonly string[]): Promise<ReadonlyMap<string, PinRow>> {
      const known = new Map(ids.map((id) => [id, pins.get(id)]))
      const before = invalidations
      for (const row of await listPins(
        db,
        ids.filter((id) => !known.get(id)),
      )) {
        known.set(row.id, row)
        if (before === invalidations) pins.set(row.id, row)
      }
      return known as ReadonlyMap<string, PinRow>
    },
    /** Drops these pins, or all of them. */
    invalidate(ids: readonly string[] | undefined) {
      invalidations++
      if (!ids) pins.clear()
      else for (const id of ids) pins.delete(id)
    },
  }
}

/** At most one statement. */
export async function listOnMap({ listing, pins }: MapSources, query: MapQuery, now: Date): Promise<BarbershopMap> {
  const { zoom, north, south, east, west } = query
  const found = await listing.findOnMap({
    zoom,
    box: { north, south, east, west },
    circle: toCircle(query),
    filters: toMatchFilters(query),
    now,
  })
  return describeFound(found, await pins.load(found.pins.map(({ id }) => id)))
}

/** A barbershop that was removed in the meantime has no row. */
function describeFound({ pins, ...cells }: MapResult, rows: ReadonlyMap<string, PinRow | undefined>): BarbershopMap {
  return {
    ...cells,
    pins: pins.flatMap(({ id, nextFree }) => {
      const row = rows.get(id)
      const nextSlot = nextFree === undefined ? null : new Date(nextFree * MINUTE_MS).toISOString()
      return row ? [{ ...row, nextSlot }] : []
    }),
  }
}

function toCircle({ latitude, longitude, radiusInKm }: MapQuery): SearchArea | undefined {
  const isCircle = latitude !== undefined && longitude !== undefined && radiusInKm !== undefined
  return isCircle ? { latitude, longitude, radiusInKm } : undefined
}
