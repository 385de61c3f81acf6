import type { BarbershopMap } from '@na-regua/contract/barbershop-map'
import type { barbershopsApi } from '@na-regua/contract/barbershops'
import type { Query } from '@na-regua/contract/route'
import { groupOnMap, type MapResult } from '@na-regua/search'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../../lib/database.ts'
import { distanceKm, type Position } from '../../../lib/sphere.ts'
import type { createInMemorySearch } from '../engine/create-search.ts'
import { findInDatabase } from '../nearby/find-in-database.ts'
import type { SearchArea } from '../nearby/find-matches.ts'
import { type NearbySources, toMatchQuery } from '../nearby/list-nearby.ts'
import { listPins, type PinRow } from './queries.ts'

type MapQuery = Query<typeof barbershopsApi.map>
type MapSources = Omit<NearbySources, 'search'> & {
  search: Pick<ReturnType<typeof createInMemorySearch>, 'findOnMap' | 'find' | 'cards'>
  pins: ReturnType<typeof createPinCache>
}

/** Without the index at most so many barbershops are on the map, those nearest to its center. */
const MAX_WITHOUT_INDEX = 5000
/** The reach of a box that is wider, in degrees, is not computed but taken for half the world. */
const WIDE_BOX = 20
const HALF_WORLD_KM = 20_000
/** Rounding must not exclude a corner. */
const MARGIN = 1.01

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

/** With the in-memory index at most one statement. Without it two, as for a page of nearby, and more for filters by slots. */
export async function listOnMap(sources: MapSources, query: MapQuery, now: Date): Promise<BarbershopMap> {
  const { zoom, north, south, east, west } = query
  const view = { zoom, box: { north, south, east, west } }
  const circle = toCircle(query)
  const { filters } = toCandidateQuery(query, circle, now)
  const indexed = sources.search.findOnMap({ ...view, circle, filters, now })
  if (indexed) return describeFound(indexed, await sources.pins.load(indexed.pins.map(({ id }) => id)))
  const { ids } = await findInDatabase(sources, toCandidateQuery(query, circle, now))
  const rows = (await listPins(sources.db, ids)).filter(
    (row) => !circle || distanceKm(row, circle) <= circle.radiusInKm,
  )
  const { points, ...cells } = groupOnMap(rows, view)
  const pins = points.map((index) => rows[index] as PinRow)
  const found = { ...cells, pins: pins.map(({ id }) => ({ id, nextFree: undefined })) }
  return describeFound(found, new Map(pins.map((row) => [row.id, row])))
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

/** Around the circle or the box, whichever is smaller, because only the nearest are found without the index. */
function toCandidateQuery(query: MapQuery, circle: SearchArea | undefined, now: Date) {
  const box = toCircleAround(query)
  const area = circle && circle.radiusInKm < box.radiusInKm ? circle : box
  return toMatchQuery({ ...query, ...area, orderBy: 'distance', page: 1, perPage: MAX_WITHOUT_INDEX }, now)
}

function toCircleAround({ north, south, east, west }: MapQuery): SearchArea {
  const center: Position = { latitude: (north + south) / 2, longitude: (east + west) / 2 }
  if (east - west > WIDE_BOX || north - south > WIDE_BOX) return { ...center, radiusInKm: HALF_WORLD_KM }
  // The side nearer to the equator is longer, and reaches farthest in its corners.
  const reach = [north, south].map((latitude) => distanceKm(center, { latitude, longitude: east }))
  return { ...center, radiusInKm: Math.max(...reach) * MARGIN }
}
