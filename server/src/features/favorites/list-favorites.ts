import type { favoritesApi } from '@na-regua/contract/favorites'
import type { Output, Query } from '@na-regua/contract/route'
import type { Database } from '../../lib/database.ts'
import { paginate, toWindow } from '../../lib/pagination.ts'
import { listCards } from '../barbershops/queries.ts'
import { toCard } from '../barbershops/rules.ts'
import { listFavoritePage } from './queries.ts'

type Asked = Query<typeof favoritesApi.list>

/** Two statements. A shop that is not active keeps its card, which says so: what one has chosen does not vanish without a word. */
export async function listFavorites(
  db: Database,
  userId: string,
  asked: Asked,
  now: Date,
): Promise<Output<typeof favoritesApi.list>> {
  const { latitude, longitude } = asked
  const here = latitude !== undefined && longitude !== undefined ? { latitude, longitude } : undefined
  const { total, ids } = await listFavoritePage(db, userId, toWindow(asked))
  const rows = await listCards(db, ids)
  return { barbershops: rows.map((row) => toCard(row, now, here)), pagination: paginate(total, asked) }
}
