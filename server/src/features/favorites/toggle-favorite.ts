import { ApiError } from '@na-regua/contract/errors'
import type { favoritesApi } from '@na-regua/contract/favorites'
import type { Body } from '@na-regua/contract/route'
import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../lib/database.ts'
import { changeFavorite } from './queries.ts'

/** Returns the new state. Throws BARBERSHOP_NOT_FOUND for an unknown or inactive barbershop. */
export async function toggleFavorite(
  { db, clock }: { db: Database; clock: Clock },
  userId: string,
  input: Body<typeof favoritesApi.toggle>,
) {
  const outcome = await changeFavorite(db, { ...input, userId, now: clock.now() })
  if (outcome.isRemoved) return { isFavorite: false }
  if (!outcome.isBarbershopActive) throw new ApiError('BARBERSHOP_NOT_FOUND')
  const isFavorite = input.isFavorite ?? true
  if (isFavorite && outcome.isLimitReached) throw new ApiError('TOO_MANY_FAVORITES')
  return { isFavorite }
}
