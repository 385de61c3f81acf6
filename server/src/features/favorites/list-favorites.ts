import type { favoritesApi } from '@na-regua/contract/favorites'
import type { Output, Query } from '@na-regua/contract/route'
import type { Database } from '../../lib/database.ts'
import { paginate, toWindow } from '../../lib/pagination.ts'
import type { Position } from '../../lib/sphere.ts'
import { listFavoritePage } from './queries.ts'

type Favorites = Output<typeof favoritesApi.list>

/** The cards of these barbershops, with their waits. Passed in by `app.ts`, because queues depend on barbershops. */
export type ListShownCards = (
  barbershopIds: readonly string[],
  now: Date,
  here?: Position,
) => Promise<Favorites['barbershops']>

/** Two statements, and those for waits. An inactive barbershop is still listed, marked as inactive: a favorite does not disappear silently. */
export async function listFavorites(
  { db, listShownCards }: { db: Database; listShownCards: ListShownCards },
  userId: string,
  query: Query<typeof favoritesApi.list>,
  now: Date,
): Promise<Favorites> {
  const { latitude, longitude } = query
  const position = latitude !== undefined && longitude !== undefined ? { latitude, longitude } : undefined
  const { total, ids } = await listFavoritePage(db, userId, toWindow(query))
  return { barbershops: await listShownCards(ids, now, position), pagination: paginate(total, query) }
}
