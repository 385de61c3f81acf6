import type { BarbershopCard, barbershopsApi } from '@na-regua/contract/barbershops'
import type { Pagination } from '@na-regua/contract/fields'
import type { Query } from '@na-regua/contract/route'
import type { SearchResult } from '@na-regua/search'
import type { Database } from '../../lib/database.ts'
import { type PageParams, paginate, toWindow } from '../../lib/pagination.ts'
import { toPoint } from '../../lib/sphere.ts'
import { findMatches, type MatchQuery } from './find-matches.ts'
import type { createInMemorySearch } from './in-memory-search/create-search.ts'
import { listCards, listIdsByName } from './queries.ts'
import { toCard } from './rules.ts'

/** Which of these barbershops have a slot today. Passed in by `app.ts`, because availability depends on barbershops. */
export type ListAvailableToday = (barbershopIds: string[]) => Promise<ReadonlySet<string>>

type CardPage = { barbershops: BarbershopCard[]; pagination: Pagination }

type NearbyQuery = Query<typeof barbershopsApi.nearby>
type NearbySources = {
  db: Database
  listFreeToday: ListAvailableToday
  search: Pick<ReturnType<typeof createInMemorySearch>, 'find' | 'cards'>
}

/** Availability is computed for at most this many barbershops, the first in the chosen order (decision 0020). */
const AVAILABILITY_CANDIDATES = 1000
const AVAILABILITY_BATCH = 200

/**
 * With the in-memory index: the JSON of the response, with one statement when a card is not cached. Without it: two statements.
 * `freeToday` costs two more for each 200 barbershops that open today.
 */
export async function listNearby(sources: NearbySources, query: NearbyQuery, now: Date): Promise<CardPage | Buffer> {
  const matchQuery = toMatchQuery(query, now)
  const candidates = query.freeToday ? { ...matchQuery, limit: AVAILABILITY_CANDIDATES, offset: 0 } : matchQuery
  const indexed = sources.search.find(candidates)
  const found = indexed ?? (await findMatches(sources.db, candidates))
  const { total, ids } = query.freeToday ? await filterAvailable(sources.listFreeToday, found.ids, matchQuery) : found
  const pagination = paginate(total, query)
  if (indexed) {
    const after = `,"pagination":${JSON.stringify(pagination)}}`
    return sources.search.cards.write(ids, { now, center: toPoint(query), before: '{"barbershops":', after })
  }
  const rows = await listCards(sources.db, ids)
  return { barbershops: rows.map((row) => toCard(row, now, query)), pagination }
}

function toMatchQuery(query: NearbyQuery, now: Date): MatchQuery {
  const features = [...new Set(query.features?.split(',').map((name) => name.trim()))].filter(Boolean)
  const filters = { ...query, features, opensToday: query.freeToday }
  return { area: query, filters, orderBy: query.orderBy, ...toWindow(query), now }
}

async function filterAvailable(
  listAvailable: ListAvailableToday,
  candidates: string[],
  { offset, limit }: MatchQuery,
): Promise<SearchResult> {
  const ids: string[] = []
  for (let start = 0; start < candidates.length; start += AVAILABILITY_BATCH) {
    const batch = candidates.slice(start, start + AVAILABILITY_BATCH)
    const available = await listAvailable(batch)
    ids.push(...batch.filter((id) => available.has(id)))
  }
  return { total: ids.length, ids: ids.slice(offset, offset + limit) }
}

/** Two statements. */
export async function listBarbershops(db: Database, page: PageParams, now: Date): Promise<CardPage> {
  const { total, ids } = await listIdsByName(db, toWindow(page))
  const rows = await listCards(db, ids)
  return { barbershops: rows.map((row) => toCard(row, now)), pagination: paginate(total, page) }
}
