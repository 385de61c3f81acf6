import type { BarbershopCard, barbershopsApi } from '@na-regua/contract/barbershops'
import type { Pagination } from '@na-regua/contract/fields'
import type { Query } from '@na-regua/contract/route'
import type { SearchResult } from '@na-regua/search'
import type { Database } from '../../lib/database.ts'
import { type PageParams, paginate, toWindow } from '../../lib/pagination.ts'
import { toPoint } from '../../lib/sphere.ts'
import { findMatches, type MatchQuery, type NearbyMatchQuery } from './find-matches.ts'
import type { createInMemorySearch } from './in-memory-search/create-search.ts'
import { listCards, listIdsByName } from './queries.ts'
import { toCard } from './rules.ts'

/** Upcoming slots of barbershops in the database. Passed in by `app.ts`, because availability depends on barbershops. */
export type SlotsReader = {
  /** Which of these barbershops have a slot today. */
  listFreeToday: (barbershopIds: string[]) => Promise<ReadonlySet<string>>
  /** The next start of those that have one. */
  listNextFree: (barbershopIds: string[]) => Promise<ReadonlyMap<string, number>>
}

type CardPage = { barbershops: BarbershopCard[]; pagination: Pagination }

type NearbyQuery = Query<typeof barbershopsApi.nearby>
type NearbySources = {
  db: Database
  slots: SlotsReader
  search: Pick<ReturnType<typeof createInMemorySearch>, 'find' | 'cards'>
}

/** Without the index upcoming slots are computed for at most this many barbershops, the first in the chosen order (decision 0020). */
const SLOT_CANDIDATES = 1000
const SLOT_BATCH = 200

/**
 * With the in-memory index: the JSON of the response, with one statement when a card is not cached. Without it: two statements, and
 * for upcoming slots two or four more for each 200 candidates.
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

function toMatchQuery(query: NearbyQuery, now: Date): NearbyMatchQuery {
  const features = [...new Set(query.features?.split(',').map((name) => name.trim()))].filter(Boolean)
  return { area: query, filters: { ...query, features }, orderBy: query.orderBy, ...toWindow(query), now }
}

/** As the index finds, among the candidates. */
async function findInDatabase({ db, slots }: NearbySources, query: NearbyMatchQuery): Promise<SearchResult> {
  const { orderBy, filters, offset, limit } = query
  if (orderBy !== 'nextFree' && !filters.freeToday) return findMatches(db, { ...query, orderBy })
  const candidates: MatchQuery = {
    ...query,
    filters: { ...filters, opensToday: filters.freeToday },
    orderBy: orderBy === 'nextFree' ? 'distance' : orderBy,
    ...{ limit: SLOT_CANDIDATES, offset: 0 },
  }
  const found = await findMatches(db, candidates)
  const matches = filters.freeToday ? await filterFreeToday(slots, found.ids) : found.ids
  const ids = orderBy === 'nextFree' ? await sortByNextFree({ db, slots }, candidates, matches) : matches
  return { total: filters.freeToday ? matches.length : found.total, ids: ids.slice(offset, offset + limit) }
}

async function filterFreeToday({ listFreeToday }: SlotsReader, candidates: string[]): Promise<string[]> {
  const ids: string[] = []
  for (let start = 0; start < candidates.length; start += SLOT_BATCH) {
    const batch = candidates.slice(start, start + SLOT_BATCH)
    const free = await listFreeToday(batch)
    ids.push(...batch.filter((id) => free.has(id)))
  }
  return ids
}

/** Ties: featured first; `ids` are in the order of distance already. */
async function sortByNextFree(
  { db, slots }: Pick<NearbySources, 'db' | 'slots'>,
  candidates: MatchQuery,
  ids: string[],
): Promise<string[]> {
  const featured = await findMatches(db, { ...candidates, filters: { ...candidates.filters, featured: true } })
  const isFeatured = new Set(featured.ids)
  const starts = new Map<string, number>()
  for (let first = 0; first < ids.length; first += SLOT_BATCH)
    for (const [id, start] of await slots.listNextFree(ids.slice(first, first + SLOT_BATCH))) starts.set(id, start)
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
