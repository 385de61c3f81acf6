import type { BarbershopCard, barbershopsApi } from '@na-regua/contract/barbershops'
import type { Pagination } from '@na-regua/contract/fields'
import type { Query } from '@na-regua/contract/route'
import type { Database } from '../../../lib/database.ts'
import { type PageParams, paginate, toWindow } from '../../../lib/pagination.ts'
import { toPoint } from '../../../lib/sphere.ts'
import { toDaySpan } from '../../barbershops/rules.ts'
import type { createInMemorySearch } from '../engine/create-search.ts'
import { type DatabaseSources, findInDatabase } from './find-in-database.ts'
import type { NearbyMatchQuery } from './find-matches.ts'
import { listShownCards, type WaitsReader } from './list-shown-cards.ts'
import { listIdsByName } from './queries.ts'
import { toWords } from './search-barbershops.ts'

type CardPage = { barbershops: BarbershopCard[]; pagination: Pagination }

type NearbyQuery = Query<typeof barbershopsApi.nearby>
export type NearbySources = DatabaseSources & {
  search: Pick<ReturnType<typeof createInMemorySearch>, 'find' | 'cards'>
}

/**
 * With the in-memory index: the JSON of the response, each character one byte, with one statement when a card is not cached and without
 * a promise otherwise. Without it: two statements, those for waits, and for upcoming slots one to three more for each 200 candidates.
 */
export function listNearby(
  sources: NearbySources,
  query: NearbyQuery,
  now: Date,
): string | Promise<string> | Promise<CardPage> {
  const matchQuery = toMatchQuery(query, now)
  const indexed = sources.search.find(matchQuery)
  if (!indexed) return listFromDatabase(sources, query, matchQuery)
  const after = `,"pagination":${JSON.stringify(paginate(indexed.total, query))}}`
  return sources.search.cards.write(indexed.ids, { now, center: toPoint(query), before: '{"barbershops":', after })
}

async function listFromDatabase(
  sources: NearbySources,
  query: NearbyQuery,
  match: NearbyMatchQuery,
): Promise<CardPage> {
  const { total, ids } = await findInDatabase(sources, match)
  return { barbershops: await listShownCards(sources, ids, match.now, query), pagination: paginate(total, query) }
}

export function toMatchQuery(query: NearbyQuery, now: Date): NearbyMatchQuery {
  const features = [...new Set(query.features?.split(',').map((name) => name.trim()))].filter(Boolean)
  const serviceWords = query.service === undefined ? undefined : toWords(query.service)
  const filters = { ...query, features, serviceWords, freeIn: toDaySpan(query) }
  return { area: query, filters, orderBy: query.orderBy, ...toWindow(query), now }
}

/** Two statements, and those for waits. */
export async function listBarbershops(
  sources: { db: Database; waits: WaitsReader },
  page: PageParams,
  now: Date,
): Promise<CardPage> {
  const { total, ids } = await listIdsByName(sources.db, toWindow(page))
  return { barbershops: await listShownCards(sources, ids, now), pagination: paginate(total, page) }
}
