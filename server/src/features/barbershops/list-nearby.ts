import type { BarbershopCard, barbershopsApi } from '@na-regua/contract/barbershops'
import type { Pagination } from '@na-regua/contract/fields'
import type { Query } from '@na-regua/contract/route'
import { ByteWriter } from '../../lib/byte-writer.ts'
import type { Database } from '../../lib/database.ts'
import { type Page, paginate, toWindow } from '../../lib/pagination.ts'
import type { keepCards } from './discovery/keep-cards.ts'
import { findMatches, type Matches, type MatchesQuery } from './find-matches.ts'
import { listByName, listCards } from './queries.ts'
import { toCard } from './rules.ts'

/** Which of these shops have a free time today. Given by the feature that knows free times, which stands after this one. */
export type ListFreeToday = (barbershopIds: string[]) => Promise<ReadonlySet<string>>

export type Cards = { barbershops: BarbershopCard[]; pagination: Pagination }

type NearbyQuery = Query<typeof barbershopsApi.nearby>
/** Shops in memory: the matches are undefined while they are not there, or may be behind. */
export type Memory = {
  find(query: MatchesQuery): Matches | undefined
  cards: Pick<ReturnType<typeof keepCards>, 'write'>
}
type Sources = { db: Database; listFreeToday: ListFreeToday; memory: Memory }

/** Free times are looked up for at most this many shops, the first in the chosen order (decision 0020). */
const FREE_TODAY_CANDIDATES = 1000
const FREE_TODAY_BATCH = 200

/** What most cards take in an answer, so that its place is seldom enlarged. */
const WRITTEN_BYTES = 1000

/**
 * Out of memory the ready answer, with one statement when a card is not known; otherwise out of the base, with two. `freeToday`
 * costs one more pair for each 200 shops that open today.
 */
export async function listNearby(sources: Sources, query: NearbyQuery, now: Date): Promise<Cards | Buffer> {
  const asked = toMatchesQuery(query, now)
  const known = sources.memory.find(query.freeToday ? toCandidates(asked) : asked)
  const found = known ?? (await findMatches(sources.db, query.freeToday ? toCandidates(asked) : asked))
  const { total, ids } = query.freeToday ? await keepFree(sources.listFreeToday, found.ids, asked) : found
  const pagination = paginate(total, query)
  if (known) {
    const answer = new ByteWriter(ids.length * WRITTEN_BYTES + 200)
    answer.write('{"barbershops":')
    await sources.memory.cards.write(answer, ids, { now, here: query })
    answer.write(`,"pagination":${JSON.stringify(pagination)}}`)
    return answer.finish()
  }
  const rows = await listCards(sources.db, ids)
  return { barbershops: rows.map((row) => toCard(row, now, query)), pagination }
}

function toMatchesQuery(query: NearbyQuery, now: Date): MatchesQuery {
  const names = [...new Set(query.features?.split(',').map((name) => name.trim()))].filter(Boolean)
  const wishes = { ...query, features: names, opensToday: query.freeToday }
  return { area: query, wishes, orderBy: query.orderBy, ...toWindow(query), now }
}

function toCandidates(asked: MatchesQuery): MatchesQuery {
  return { ...asked, limit: FREE_TODAY_CANDIDATES, offset: 0 }
}

async function keepFree(listFreeToday: ListFreeToday, candidates: string[], asked: MatchesQuery): Promise<Matches> {
  const free: string[] = []
  for (let start = 0; start < candidates.length; start += FREE_TODAY_BATCH) {
    const batch = candidates.slice(start, start + FREE_TODAY_BATCH)
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
