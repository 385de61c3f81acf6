import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'

/** One page of a user's favorites, newest first, including inactive barbershops. */
export async function listFavoritePage(db: Database, userId: string, page: { offset: number; limit: number }) {
  const { rows } = await sql<{ total: number; ids: string[] }>`/* list favorites */
    select (select count(*) from favorites where user_id = ${userId}) as total,
           array(select barbershop_id from favorites where user_id = ${userId}
                  order by created_at desc, barbershop_id limit ${page.limit} offset ${page.offset}) as ids`.execute(db)
  return rows[0] as { total: number; ids: string[] }
}

export async function listFavoriteIds(db: Database, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('favorites').select('barbershop_id').where('user_id', '=', userId).execute()
  return rows.map((row) => row.barbershop_id)
}

export async function isFavorite(db: Database, userId: string, barbershopId: string): Promise<boolean> {
  const { rows } = await sql`/* is favorite */
    select from favorites where user_id = ${userId} and barbershop_id = ${barbershopId}`.execute(db)
  return rows.length > 0
}

/** Serializes changes of one user's favorites until the transaction ends: the next statement sees what earlier ones committed. */
export async function lockFavorites(tx: Database, userId: string): Promise<void> {
  await sql`/* lock favorites */
    select pg_advisory_xact_lock(hashtextextended('favorites:' || ${userId}::text, 0))`.execute(tx)
}

type FavoriteChange = {
  userId: string
  barbershopId: string
  isFavorite?: boolean
  /** Adds only below so many favorites. */
  limit: number
  now: Date
}
type FavoriteOutcome = { isBarbershopActive: boolean; isLimitReached: boolean; isRemoved: boolean }

/**
 * Adds or removes in one statement, so that concurrent requests do not fail: the second one sees the result of the first. An
 * inactive barbershop can be removed, but not added. Without a lock, concurrent requests count the same favorites.
 */
export async function changeFavorite(db: Database, change: FavoriteChange): Promise<FavoriteOutcome> {
  const wanted = change.isFavorite ?? null
  const { rows } = await sql<FavoriteOutcome>`/* change favorite */
    with active_barbershop as (
      select id from barbershops where id = ${change.barbershopId} and is_active
    ), below_limit as (
      select from favorites where user_id = ${change.userId} and barbershop_id <> ${change.barbershopId}
      having count(*) < ${change.limit}::int
    ), removed as (
      delete from favorites where user_id = ${change.userId} and barbershop_id = ${change.barbershopId}
         and ${wanted}::boolean is not true returning barbershop_id
    ), added as (
      insert into favorites (user_id, barbershop_id, created_at)
      select ${change.userId}::uuid, id, ${change.now}::timestamptz from active_barbershop
       where ${wanted}::boolean is not false and exists (select from below_limit) and not exists (select from removed)
      on conflict on constraint favorites_key do nothing
    )
    select exists (select from active_barbershop) as "isBarbershopActive",
           not exists (select from below_limit) as "isLimitReached", exists (select from removed) as "isRemoved"`.execute(
    db,
  )
  return rows[0] as FavoriteOutcome
}
