import type { BarbershopOrder } from '@na-regua/contract/barbershops'
import { listBestPoints, type PointOrder } from './points/best-points.ts'
import { listDistantPage } from './points/distant-page.ts'
import { countPoints } from './points/known-matches.ts'
import { type AreaQuery, type SearchQuery, sortKeys } from './search-query.ts'
import { type FilteredQuery, type FilterSources, type QueryTimes, toTreeQuery } from './to-tree-query.ts'

export type PageSources = FilterSources & { comparePoints: PointOrder['comparePoints'] }

/** Pages up to this position come from best-first search; for later ones collecting every match is faster. */
const MAX_BEST_FIRST = 1000

const orderKeys: Record<BarbershopOrder, number | undefined> = {
  distance: undefined,
  nextFree: undefined,
  soonest: undefined,
  rating: sortKeys.weightedRating,
  price: sortKeys.price,
  popularity: sortKeys.popularity,
}

/** One page and the exact number of all matches. Undefined when the database must decide. */
export function findPage(sources: PageSources, query: SearchQuery): { total: number; points: number[] } | undefined {
  return searchTree(sources, query, (filtered, times) => listPage(sources, query, times, filtered))
}

/** Undefined when the query needs a feature without a bit, or slots or waits that are not known. */
export function searchTree<T>(
  sources: PageSources,
  query: AreaQuery & { orderBy?: BarbershopOrder },
  list: (filtered: FilteredQuery | undefined, times: QueryTimes) => T,
): T | undefined {
  const { tree, slots, waits } = sources
  if (query.filters.features?.length && !sources.features) return undefined
  const { freeToday, freeIn, maxWait } = query.filters
  const needsSlots = freeToday || freeIn !== undefined || query.orderBy === 'nextFree' || query.orderBy === 'soonest'
  const free = needsSlots ? slots.open(query.now) : undefined
  const wait = free ?? (maxWait === undefined ? undefined : waits.open(query.now))
  if ((needsSlots && !free) || (maxWait !== undefined && !wait)) return undefined
  const filtered = toTreeQuery(query, sources, { free, wait })
  const result = list(filtered, { free, wait })
  if (free ? slots.isExact(free) : !wait?.missing.size) return result
  // Matches that needed what is missing must not be remembered.
  if (filtered?.filterKey !== undefined) tree.matchesByFilter.delete(filtered.filterKey)
  return undefined
}

function listPage(
  sources: PageSources,
  { limit, offset, orderBy }: SearchQuery,
  { free, wait }: QueryTimes,
  filtered: FilteredQuery | undefined,
): { total: number; points: number[] } {
  const { tree } = sources
  const total = filtered ? countPoints(tree, filtered.tree) : 0
  if (!filtered || offset >= total || wait?.missing.size) return { total, points: [] }
  const order = toPointOrder(sources, orderBy, free, filtered)
  const points =
    offset + limit <= MAX_BEST_FIRST
      ? listBestPoints(tree, filtered.tree, order, Math.min(offset + limit, total)).slice(offset)
      : listDistantPage(tree, filtered.tree, order, { total, offset, limit })
  return { total, points }
}

/** By the next start, or by the wait where that is earlier. Who requests another day or a time is not served by the queue. */
function toPointOrder(
  { slots, waits, comparePoints }: PageSources,
  orderBy: BarbershopOrder,
  free: QueryTimes['free'],
  { slots: filter }: FilteredQuery,
): PointOrder {
  const sortKey = orderKeys[orderBy]
  const untimed = {
    sortKey,
    findNextFree: undefined,
    findFirstInstant: undefined,
    findBound: undefined,
    waitFrom: undefined,
    comparePoints,
  }
  if (!free || (orderBy !== 'nextFree' && orderBy !== 'soonest')) return untimed
  const findNextFree = slots.findNextFree(free, filter)
  const findFirstInstant = slots.findFirstInstant(free, filter)
  const byTime = { ...untimed, findNextFree, findBound: slots.findBound(free, filter), findFirstInstant }
  if (orderBy === 'nextFree' || filter.freeIn) return byTime
  return { ...byTime, findNextFree: waits.findSoonest(free, findNextFree), waitFrom: free.minute }
}
