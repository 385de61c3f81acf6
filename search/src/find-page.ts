import type { BarbershopOrder } from '@na-regua/contract/barbershops'
import { type FilterSources, filterMatches, toSlotFilter } from './filter-matches.ts'
import { type ComparePoints, FirstPoints } from './points/first-points.ts'
import { type MapCells, MapGrid } from './points/map-cells.ts'
import { type Circle, LEADS, type PointTable, SORT_KEYS } from './points/point-table.ts'
import { f64, i32 } from './points/typed-arrays.ts'
import { type AreaQuery, type MapQuery, type SearchQuery, sortKeys } from './search-query.ts'
import { type QueryTime, toQueryTime } from './slots/query-time.ts'

export type PageSources = FilterSources & { comparePoints: ComparePoints }

/** One page and the exact number of all matches. Undefined when slots or waits that the query needs are not known. */
export function findPage(sources: PageSources, query: SearchQuery): { total: number; points: number[] } | undefined {
  const time = openTime(sources, query)
  if (!time) return undefined
  const { table, grid, matches } = sources
  matches.findWithin(table, grid, toCircle(query))
  filterMatches(sources, query, time)
  const points = listPage(sources, query, time)
  return isExact(sources, query, time) ? { total: matches.size, points } : undefined
}

/** The clusters and pins of a part of the map. Undefined as above. */
export function findMapCells(sources: PageSources, query: MapQuery): MapCells | undefined {
  const time = openTime(sources, query)
  if (!time) return undefined
  const { table, grid, matches } = sources
  const cells = new MapGrid(query)
  matches.findOnMap(table, grid, cells.bounds, toCircle(query))
  filterMatches(sources, query, time)
  for (let at = 0; at < matches.size; at++) {
    const point = i32(matches.points, at)
    cells.add(i32(table.mapPoints, 2 * point), i32(table.mapPoints, 2 * point + 1), point)
  }
  return isExact(sources, query, time) ? cells.describe() : undefined
}

type TimedQuery = AreaQuery & { orderBy?: BarbershopOrder }

function needsSlots({ filters, orderBy }: TimedQuery): boolean {
  const { freeToday, freeIn } = filters
  return freeToday === true || freeIn !== undefined || orderBy === 'nextFree' || orderBy === 'soonest'
}

/** Undefined when a filter needs a feature without a bit, or slots at a time before what is known. */
function openTime({ slots, features }: PageSources, query: TimedQuery): QueryTime | undefined {
  if (query.filters.features?.length && !features) return undefined
  return needsSlots(query) && !slots.open(query.now) ? undefined : toQueryTime(query.now)
}

function isExact({ slots }: PageSources, query: TimedQuery, time: QueryTime): boolean {
  return needsSlots(query) ? slots.isExact(time) : time.missing.size === 0
}

function toCircle({ center: [x, y, z], chord }: AreaQuery): Circle {
  return { x, y, z, chord }
}

function listPage(sources: PageSources, query: SearchQuery, time: QueryTime): number[] {
  const { table, matches, comparePoints } = sources
  const { offset, limit } = query
  if (offset >= matches.size) return []
  const order = toPointOrder(sources, query, time)
  const first = new FirstPoints(offset + limit, comparePoints)
  let { lastKey } = first
  for (let at = 0; at < matches.size; at++) {
    const point = i32(matches.points, at)
    const chord = f64(matches.chords, at)
    if (order.findBound && !first.accepts(order.findBound(point), rankOf(table, point), chord, point)) continue
    const key = readKey(table, order, point, chord)
    if (key > lastKey) continue
    first.offer(key, rankOf(table, point), chord, point)
    lastKey = first.lastKey
  }
  return first.list().slice(offset)
}

/** By this sort key or by a start, by chord when both are undefined. */
type PointOrder = {
  sortKey: number | undefined
  findStart: ((point: number) => number) | undefined
  /** A lower bound of the start that costs less. */
  findBound: ((point: number) => number) | undefined
}

/** By the next start, or by the wait where that is earlier. Who requests another day or a time is not served by the queue. */
function toPointOrder(sources: PageSources, { orderBy, filters }: SearchQuery, time: QueryTime): PointOrder {
  const { slots, waits } = sources
  if (orderBy !== 'nextFree' && orderBy !== 'soonest')
    return { sortKey: orderKeys[orderBy], findStart: undefined, findBound: undefined }
  const filter = toSlotFilter(sources, filters)
  const findNextFree = slots.findNextFree(time, filter)
  if (orderBy === 'nextFree' || filter.freeIn)
    return { sortKey: undefined, findStart: findNextFree, findBound: slots.findBound(time, filter) }
  return { sortKey: undefined, findStart: waits.findSoonest(time, findNextFree), findBound: undefined }
}

/** What a point is ordered by first. */
function readKey({ sortKeys }: PointTable, { sortKey, findStart }: PointOrder, point: number, chord: number): number {
  if (findStart !== undefined) return findStart(point)
  return sortKey === undefined ? chord : f64(sortKeys, SORT_KEYS * point + sortKey)
}

function rankOf({ flags }: PointTable, point: number): number {
  return (i32(flags, point) & LEADS) === 0 ? 1 : 0
}

const orderKeys = {
  distance: undefined,
  rating: sortKeys.weightedRating,
  price: sortKeys.price,
  popularity: sortKeys.popularity,
}
