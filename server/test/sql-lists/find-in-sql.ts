import type { SearchResult } from '@na-regua/search'
import type { MatchFilters, MatchQuery } from '../../src/features/listing/engine/rules.ts'
import { listBeginnings } from '../../src/features/listing/slots-today/queries.ts'
import type { Waits } from '../../src/features/queue/waits/rules.ts'
import type { Database } from '../../src/lib/database.ts'
import { findMatches, listLeading } from './find-matches.ts'
import { type FreeQuery, listFreeIn, listFreeToday, listNextFree } from './list-free-barbershops.ts'
import { listServiceTimes } from './service-filter.ts'

export type SqlSources = { db: Database; waits: Pick<Waits, 'loadBarbershopWaits'> }

/** More than any test has. */
const ALL = 1_000_000
const MINUTE_MS = 60_000

/** Finds in the database what lists find in memory. */
export async function findInSql(sources: SqlSources, query: MatchQuery): Promise<SearchResult> {
  const { orderBy, filters, offset, limit } = query
  const isBySlots = filters.freeToday === true || filters.freeIn !== undefined
  const isByTime = orderBy === 'nextFree' || orderBy === 'soonest'
  if (!isByTime && !isBySlots && filters.maxWait === undefined) return findMatches(sources.db, { ...query, orderBy })
  const found = await findMatches(sources.db, {
    ...query,
    filters: { ...filters, walkIns: filters.walkIns || filters.maxWait !== undefined },
    orderBy: isByTime ? 'distance' : orderBy,
    limit: ALL,
    offset: 0,
  })
  const waits = await listWaitMinutes(sources, query, found.ids)
  const { maxWait } = filters
  const near = maxWait === undefined ? found.ids : found.ids.filter((id) => (waits.get(id) ?? Infinity) <= maxWait)
  const starts = isBySlots || isByTime ? await listStarts(sources.db, query, near) : new Map<string, number>()
  const matches = isBySlots ? near.filter((id) => starts.has(id)) : near
  const ids = isByTime ? await sortByStart(sources.db, matches, listSoonest(query, starts, waits)) : matches
  return { total: matches.length, ids: ids.slice(offset, offset + limit) }
}

/** The later end of each wait. Who requests another day or a time is not served by the queue. */
async function listWaitMinutes({ db, waits }: SqlSources, { filters, orderBy, now }: MatchQuery, ids: string[]) {
  const minutes = new Map<string, number>()
  if (filters.maxWait === undefined && (orderBy !== 'soonest' || filters.freeIn)) return minutes
  for (const { id, toMin, isClosed } of await waits.loadBarbershopWaits(db, ids, now))
    if (toMin !== null && !isClosed) minutes.set(id, toMin)
  return minutes
}

/** When each barbershop can serve first, in epoch minutes: by the queue, or at the next start. */
function listSoonest(
  { orderBy, filters, now }: MatchQuery,
  starts: ReadonlyMap<string, number>,
  waits: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  if (orderBy !== 'soonest' || filters.freeIn) return starts
  const minute = Math.ceil(now.getTime() / MINUTE_MS)
  const soonest = new Map(starts)
  for (const [id, wait] of waits) soonest.set(id, Math.min(minute + wait, starts.get(id) ?? Infinity))
  return soonest
}

/** The first start that the filters and the order are about, of those that have one; any number where the order needs none. */
async function listStarts(db: Database, { filters, orderBy, now }: MatchQuery, ids: string[]) {
  const beginnings = filters.serviceWords && (await listBeginnings(db, filters.serviceWords))
  const services = beginnings && (await listServiceTimes(db, ids, beginnings, filters))
  const today = filters.freeToday ? await listFreeToday(db, { ids, services }, now) : undefined
  return listStartsOf(db, { ids: today ? [...today] : ids, services }, { filters, orderBy, now })
}

async function listStartsOf(
  db: Database,
  query: FreeQuery,
  { filters, orderBy, now }: { filters: MatchFilters; orderBy: MatchQuery['orderBy']; now: Date },
): Promise<Map<string, number>> {
  if (filters.freeIn) return listFreeIn(db, query, filters.freeIn, now)
  if (orderBy === 'nextFree' || orderBy === 'soonest') return listNextFree(db, query, now)
  return new Map(query.ids.map((id) => [id, 0]))
}

/** Ties: those that lead first; `ids` are in the order of distance already. */
async function sortByStart(db: Database, ids: string[], starts: ReadonlyMap<string, number>): Promise<string[]> {
  const leading = await listLeading(db, ids)
  const startOf = (id: string) => starts.get(id) ?? Number.MAX_SAFE_INTEGER
  const rankOf = (id: string) => Number(!leading.has(id))
  return ids.toSorted((one, other) => startOf(one) - startOf(other) || rankOf(one) - rankOf(other))
}
