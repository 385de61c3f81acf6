import type { BarbershopCard, barbershopsApi } from '@na-regua/contract/barbershops'
import type { Pagination } from '@na-regua/contract/fields'
import type { Query } from '@na-regua/contract/route'
import type { Database } from '../../lib/database.ts'
import { type Page, paginate, toWindow } from '../../lib/pagination.ts'
import { findMatches, type Matches, type MatchesQuery } from './find-matches.ts'
import { listByName, listCards } from './queries.ts'
import { toCard } from './rules.ts'

/** Which of these shops have a free time today. Given by the feature that knows free times, which stands after this one. */
export type ListFreeToday = (barbershopIds: string[]) => Promise<ReadonlySet<string>>

export type Cards = { barbershops: BarbershopCard[]; pagination: Pagination }

type NearbyQuery = Query<typeof barbershopsApi.nearby>
type Sources = { db: Database; listFreeToday: ListFreeToday }

/** Free times are looked up for at most this many shops, the first in the chosen order (decision 0020). */
const FREE_TODAY_CANDIDATES = 1000
const FREE_TODAY_BATCH = 200

/** Two statements; with `freeToday` one more pair for each 200 shops that open today. */
export async function listNearby({ db, listFreeToday }: Sources, query: NearbyQuery, now: Date): Promise<Cards> {
  const asked = toMatchesQuery(query, now)
  const { total, ids } = query.freeToday
    ? await findFreeToday({ db, listFreeToday }, asked)
    : await findMatches(db, asked)
  const rows = await listCards(db, ids)
  return { barbershops: rows.map((row) => toCard(row, now, query)), pagination: paginate(total, query) }
}

function toMatchesQuery(query: NearbyQuery, now: Date): MatchesQuery {
  const names = [...new Set(query.features?.split(',').map((name) => name.trim()))].filter(Boolean)
  const wishes = { ...query, features: names, opensToday: query.freeToday }
  return { area: query, wishes, orderBy: query.orderBy, ...toWindow(query), now }
}

async function findFreeToday({ db, listFreeToday }: Sources, asked: MatchesQuery): Promise<Matches> {
  const candidates = await findMatches(db, { ...asked, limit: FREE_TODAY_CANDIDATES, offset: 0 })
  const free: string[] = []
  for (let start = 0; start < candidates.ids.length; start += FREE_TODAY_BATCH) {
    const batch = candidates.ids.slice(start, start + FREE_TODAY_BATCH)
    const isFree = await listFreeToday(batch)
    free.push(...batch.filter((id) => isFree.has(id)))
  }
  return { total: free.length, ids: free.slice(asked.offset, asked.offset + asked.limit) }
}

/** Two statements. */
export async function listBarbershops(db: Database, page: Page, now: Date): Promise<Cards> {
  const { total, ids } = await listByName(db, toWindow(page))
  const rows = await listCards(db, ids)
  return { barbershops: rows.map((row) => toCard(row, now)), pagination: paginate(total, page) }
}
