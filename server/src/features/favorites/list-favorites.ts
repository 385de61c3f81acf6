import type { favoritesApi } from '@na-regua/contract/favorites'
import type { Output, Query } from '@na-regua/contract/route'
import type { Database } from '../../lib/database.ts'
import { paginate, toWindow } from '../../lib/pagination.ts'
import { listCards } from '../barbershops/queries.ts'
import { toCard } from '../barbershops/rules.ts'
import { listFavoritePage } from './queries.ts'

/** Two statements. An inactive barbershop is still listed, marked as inactive: a favorite does not disappear silently. */
export async function listFavorites(
  db: Database,
  userId: string,
  query: Query<typeof favoritesApi.list>,
  now: Date,
): Promise<Output<typeof favoritesApi.list>> {
  const { latitude, longitude } = query
  const position = latitude !== undefined && longitude !== undefined ? { latitude, longitude } : undefined
  const { total, ids } = await listFavoritePage(db, userId, toWindow(query))
  const rows = await listCards(db, ids)
  return { barbershops: rows.map((row) => toCard(row, now, position)), pagination: paginate(total, query) }
}
