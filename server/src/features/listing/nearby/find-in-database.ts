import type { SearchResult } from '@na-regua/search'
import type { Database } from '../../../lib/database.ts'
import { createConcurrencyQueue } from '../../../lib/requests/concurrency.ts'
import type { DaySpan } from '../../barbershops/rules.ts'
import { findMatches, listLeading, type MatchFilters, type MatchQuery, type NearbyMatchQuery } from './find-matches.ts'
import type { WaitsReader } from './list-shown-cards.ts'
import { listBeginnings, listServiceTimes, type ServiceTime } from './service-filter.ts'

/** Barbershops, and the services that each of them must have a slot for; without them that is its first service. */
type SlotsQuery = { ids: string[]; services?: ReadonlyMap<string, readonly ServiceTime[]> }

/** Upcoming slots of barbershops in the database. Passed in by `app.ts`, because availability depends on barbershops. */
export type SlotsReader = {
  /** Which of these barbershops have a slot today. */
  listFreeToday: (query: SlotsQuery) => Promise<ReadonlySet<string>>
  /** The first start in the span of those that have one. */
  listFreeIn: (query: SlotsQuery, span: DaySpan) => Promise<ReadonlyMap<string, number>>
  /** The next start of those that have one. */
  listNextFree: (query: SlotsQuery) => Promise<ReadonlyMap<string, number>>
}

export type DatabaseSources = { db: Database; slots: SlotsReader; waits: WaitsReader }

/** Upcoming slots and waits are computed for at most this many barbershops, the first in the chosen order (decision 21). */
const CANDIDATES = 1000
const SLOT_BATCH = 200
const WAIT_BATCH = 50
/** Queries whose waits are computed at once, and that wait for it. Each may take seconds of computing. */
const enqueueWaits = createConcurrencyQueue({ concurrency: 2, maxQueued: 16 })
/** The same for slots. More at once keep PostgreSQL from what fills the index, and from bookings. */
const enqueueStarts = createConcurrencyQueue({ concurrency: 2, maxQueued: 32 })
const MINUTE_MS = 60_000

/** As the index finds, while it is not available: among the candidates. Throws UNAVAILABLE while too many queries need slots or waits. */
export async function findInDatabase(sources: DatabaseSources, query: NearbyMatchQuery): Promise<SearchResult> {
  const { orderBy, filters, offset, limit } = query
  const isBySlots = filters.freeToday === true || filters.freeIn !== undefined
  const isFiltered = isBySlots || filters.maxWait !== undefined
  const isByTime = orderBy === 'nextFree' || orderBy === 'soonest'
  if (!isByTime && !isFiltered) return findMatches(sources.db, { ...query, orderBy })
  const walkIns = filters.walkIns || filters.maxWait !== undefined
  const candidates: MatchQuery = {
    ...query,
    filters: { ...filters, opensToday: filters.freeToday, walkIns },
    orderBy: isByTime ? 'distance' : orderBy,
    limit: CANDIDATES,
    offset: 0,
  }
  const found = await findMatches(sources.db, candidates)
  const waits = await listWaitMinutes(sources, query, found.ids)
  const { maxWait } = filters
  const near = maxWait === undefined ? found.ids : found.ids.filter((id) => (waits.get(id) ?? Infinity) <= maxWait)
  const starts =
    isBySlots || isByTime ? await enqueueStarts(() => listStarts(sources, query, near)) : new Map<string, number>()
  const matches = isBySlots ? near.filter((id) => starts.has(id)) : near
  const ids = isByTime ? await sortByStart(sources.db, matches, listSoonest(query, starts, waits)) : matches
  return { total: isFiltered ? matches.length : found.total, ids: ids.slice(offset, offset + limit) }
}

/** The later end of each wait that the query needs. Who requests another day or a time is not served by the queue. */
async function listWaitMinutes(
  { waits }: DatabaseSources,
  { filters, orderBy, now }: NearbyMatchQuery,
  candidates: readonly string[],
): Promise<Map<string, number>> {
  if (filters.maxWait === undefined && (orderBy !== 'soonest' || filters.freeIn)) return new Map()
  return enqueueWaits(() => computeWaitMinutes(waits, candidates, now))
}

async function computeWaitMinutes(
  waits: WaitsReader,
  candidates: readonly string[],
  now: Date,
): Promise<Map<string, number>> {
  const minutes = new Map<string, number>()
  for (let first = 0; first < candidates.length; first += WAIT_BATCH)
    for (const [id, wait] of await waits.listWaits(candidates.slice(first, first + WAIT_BATCH), now))
      if (wait !== 'closed') minutes.set(id, wait.toMin)
  return minutes
}

/** When each barbershop can serve first, in epoch minutes: by the queue, or at the next start. */
function listSoonest(
  { orderBy, filters, now }: NearbyMatchQuery,
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
async function listStarts(
  { db, slots }: DatabaseSources,
  { filters, orderBy }: NearbyMatchQuery,
  candidates: readonly string[],
): Promise<Map<string, number>> {
  const starts = new Map<string, number>()
  const beginnings = filters.serviceWords && (await listBeginnings(db, filters.serviceWords))
  for (let first = 0; first < candidates.length; first += SLOT_BATCH) {
    const batch = candidates.slice(first, first + SLOT_BATCH)
    const services = beginnings && (await listServiceTimes(db, batch, beginnings, filters))
    for (const [id, start] of await listStartsOfBatch(slots, { ids: batch, services }, filters, orderBy))
      starts.set(id, start)
  }
  return starts
}

async function listStartsOfBatch(
  slots: SlotsReader,
  batch: SlotsQuery,
  { freeToday, freeIn }: MatchFilters,
  orderBy: NearbyMatchQuery['orderBy'],
): Promise<(readonly [string, number])[]> {
  const today = freeToday ? await slots.listFreeToday(batch) : undefined
  const query = today ? { ...batch, ids: [...today] } : batch
  if (freeIn) return [...(await slots.listFreeIn(query, freeIn))]
  if (orderBy === 'nextFree' || orderBy === 'soonest') return [...(await slots.listNextFree(query))]
  return query.ids.map((id) => [id, 0])
}

/** Ties: those that lead first; `ids` are in the order of distance already. */
async function sortByStart(db: Database, ids: string[], starts: ReadonlyMap<string, number>): Promise<string[]> {
  const leading = await listLeading(db, ids)
  const startOf = (id: string) => starts.get(id) ?? Number.MAX_SAFE_INTEGER
  const rankOf = (id: string) => Number(!leading.has(id))
  return ids.toSorted((one, other) => startOf(one) - startOf(other) || rankOf(one) - rankOf(other))
}
