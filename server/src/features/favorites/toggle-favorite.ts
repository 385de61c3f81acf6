import { ApiError } from '@na-regua/contract/errors'
import { type favoritesApi, MAX_FAVORITES } from '@na-regua/contract/favorites'
import type { Body } from '@na-regua/contract/route'
import type { Clock } from '../../lib/clock.ts'
import type { DatabasePool } from '../../lib/database.ts'
import { changeFavorite, lockFavorites } from './queries.ts'

/** More than one user ever has: this close to the limit their requests take turns. */
const CONCURRENT_REQUESTS = 100

/** Returns the new state. Throws BARBERSHOP_NOT_FOUND for an unknown or inactive barbershop. */
export async function toggleFavorite(
  { db, clock }: { db: DatabasePool; clock: Clock },
  userId: string,
  input: Body<typeof favoritesApi.toggle>,
) {
  const change = { ...input, userId, now: clock.now() }
  let outcome = await changeFavorite(db, { ...change, limit: MAX_FAVORITES - CONCURRENT_REQUESTS })
  if (outcome.isLimitReached && !outcome.isRemoved) outcome = await changeWithLock(db, change)
  if (outcome.isRemoved) return { isFavorite: false }
  if (!outcome.isBarbershopActive) throw new ApiError('BARBERSHOP_NOT_FOUND')
  const isFavorite = input.isFavorite ?? true
  if (isFavorite && outcome.isLimitReached) throw new ApiError('TOO_MANY_FAVORITES')
  return { isFavorite }
}

function changeWithLock(db: DatabasePool, change: Omit<Parameters<typeof changeFavorite>[1], 'limit'>) {
  return db.transaction().execute(async (tx) => {
    await lockFavorites(tx, change.userId)
    return changeFavorite(tx, { ...change, limit: MAX_FAVORITES })
  })
}
