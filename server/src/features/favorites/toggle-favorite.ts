import { ApiError } from '@na-regua/contract/errors'
import type { favoritesApi } from '@na-regua/contract/favorites'
import type { Body } from '@na-regua/contract/route'
import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../lib/database.ts'
import { changeFavorite } from './queries.ts'

/** Answers what it is now. Throws BARBERSHOP_NOT_FOUND for a shop that is not there or not active. */
export async function toggleFavorite(
  { db, clock }: { db: Database; clock: Clock },
  userId: string,
  wish: Body<typeof favoritesApi.toggle>,
) {
  const { isShop, isFull, isRemoved } = await changeFavorite(db, { ...wish, userId, now: clock.now() })
  if (isRemoved) return { isFavorite: false }
  if (!isShop) throw new ApiError('BARBERSHOP_NOT_FOUND')
  const isFavorite = wish.isFavorite ?? true
  if (isFavorite && isFull) throw new ApiError('TOO_MANY_FAVORITES')
  return { isFavorite }
}
