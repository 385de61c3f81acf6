import type { BarbershopCard, barbershopsApi } from '@na-regua/contract/barbershops'
import type { Pagination } from '@na-regua/contract/fields'
import type { Query } from '@na-regua/contract/route'
import type { SearchResult } from '@na-regua/search'
import type { Database } from '../../lib/database.ts'
import { type PageParams, paginate, toWindow } from '../../lib/pagination.ts'
import { toPoint } from '../../lib/sphere.ts'
import { findMatches, type MatchQuery, type NearbyFilters, type NearbyMatchQuery } from './find-matches.ts'
import type { createInMemorySearch } from './in-memory-search/create-search.ts'
import { listCards, listIdsByName } from './queries.ts'
import { type DaySpan, toCard, toDaySpan } from './rules.ts'
import { toWords } from './search-barbershops.ts'
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

type CardPage = { barbershops: BarbershopCard[]; pagination: Pagination }

type NearbyQuery = Query<typeof barbershopsApi.nearby>
export type NearbySources = {
  db: Database
  slots: SlotsReader
  search: Pick<ReturnType<typeof createInMemorySearch>, 'find' | 'cards'>
}

/** Without the index upcoming slots are computed for at most this many barbershops, the first in the chosen order (decision 0020). */
const SLOT_CANDIDATES = 1000
const SLOT_BATCH = 200

/**
 * With the in-memory index: the JSON of the response, with one statement when a card is not cached. Without it: two statements, and
 * for upcoming slots one to three more for each 200 candidates.
 */
export async function listNearby(sources: NearbySources, query: NearbyQuery, now: Date): Promise<CardPage | Buffer> {
  const matchQuery = toMatchQuery(query, now)
  const indexed = sources.search.find(matchQuery)
  const { total, ids } = indexed ?? (await findInDatabase(sources, matchQuery))
  const pagination = paginate(total, query)
  if (indexed) {
    const after = `,"pagination":${JSON.stringify(pagination)}}`
    return sources.search.cards.write(ids, { now, center: toPoint(query), before: '{"barbershops":', after })
  }
  const rows = await listCards(sources.db, ids)
  return { barbershops: rows.map((row) => toCard(row, now, query)), pagination }
}

export function toMatchQuery(query: NearbyQuery, now: Date): NearbyMatchQuery {
  const features = [...new Set(query.features?.split(',').map((name) => name.trim()))].filter(Boolean)
  const serviceWords = query.service === undefined ? undefined : toWords(query.service)
  const filters = { ...query, features, serviceWords, freeIn: toDaySpan(query) }
  return { area: query, filters, orderBy: query.orderBy, ...toWindow(query), now }
}

/** As the index finds, among the candidates. */
export async function findInDatabase(
  { db, slots }: Pick<NearbySources, 'db' | 'slots'>,
  query: NearbyMatchQuery,
): Promise<SearchResult> {
  const { orderBy, filters, offset, limit } = query
  const isFiltered = filters.freeToday || filters.freeIn !== undefined
  if (orderBy !== 'nextFree' && !isFiltered) return findMatches(db, { ...query, orderBy })
  const candidates: MatchQuery = {
    ...query,
    filters: { ...filters, opensToday: filters.freeToday },
    orderBy: orderBy === 'nextFree' ? 'distance' : orderBy,
    ...{ limit: SLOT_CANDIDATES, offset: 0 },
  }
  const found = await findMatches(db, candidates)
  const starts = await listStarts({ db, slots }, query, found.ids)
  const matches = isFiltered ? found.ids.filter((id) => starts.has(id)) : found.ids
  const ids = orderBy === 'nextFree' ? await sortByStart(db, candidates, matches, starts) : matches
  return { total: isFiltered ? matches.length : found.total, ids: ids.slice(offset, offset + limit) }
}

/** The first start that the filters and the order are about, of those that have one; any number where the order needs none. */
async function listStarts(
  { db, slots }: Pick<NearbySources, 'db' | 'slots'>,
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
  { freeToday, freeIn }: NearbyFilters,
  orderBy: NearbyMatchQuery['orderBy'],
): Promise<(readonly [string, number])[]> {
  const today = freeToday ? await slots.listFreeToday(batch) : undefined
  const query = today ? { ...batch, ids: [...today] } : batch
  if (freeIn) return [...(await slots.listFreeIn(query, freeIn))]
  if (orderBy === 'nextFree') return [...(await slots.listNextFree(query))]
  return query.ids.map((id) => [id, 0])
}

/** Ties: featured first; `ids` are in the order of distance already. */
async function sortByStart(
  db: Database,
  candidates: MatchQuery,
  ids: string[],
  starts: ReadonlyMap<string, number>,
): Promise<string[]> {
  const featured = await findMatches(db, { ...candidates, filters: { ...candidates.filters, featured: true } })
  const isFeatured = new Set(featured.ids)
  const startOf = (id: string) => starts.get(id) ?? Number.MAX_SAFE_INTEGER
  const rankOf = (id: string) => Number(!isFeatured.has(id))
  return ids.toSorted((one, other) => startOf(one) - startOf(other) || rankOf(one) - rankOf(other))
}

/** Two statements. */
export async function listBarbershops(db: Database, page: PageParams, now: Date): Promise<CardPage> {
  const { total, ids } = await listIdsByName(db, toWindow(page))
  const rows = await listCards(db, ids)
  return { barbershops: rows.map((row) => toCard(row, now)), pagination: paginate(total, page) }
}
