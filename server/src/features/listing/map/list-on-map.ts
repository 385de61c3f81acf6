import type { BarbershopMap } from '@na-regua/contract/barbershop-map'
import type { barbershopsApi } from '@na-regua/contract/barbershops'
import type { Query } from '@na-regua/contract/route'
import type { MapResult } from '@na-regua/search'
import type { Listing } from '../engine/create-listing.ts'
import { type SearchArea, toMatchFilters } from '../engine/rules.ts'
import type { PinRow } from './queries.ts'

type MapQuery = Query<typeof barbershopsApi.map>
type MapSources = {
  listing: Listing
  /** What the map says of recently shown barbershops. */
  pins: { load: (ids: readonly string[]) => Promise<ReadonlyMap<string, PinRow>> }
}

const MINUTE_MS = 60_000

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
