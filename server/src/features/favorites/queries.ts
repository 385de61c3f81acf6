import { MAX_FAVORITES } from '@na-regua/contract/favorites'
import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'

/** One page of a person's favourites, the newest first, shops that are closed for good included. */
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

type Wish = { userId: string; barbershopId: string; isFavorite?: boolean; now: Date }

/**
 * Adds or removes in one statement: of two presses at once the second one finds what the first left, and neither fails. A shop
 * that is not active any more can be removed, but not added.
 */
export async function changeFavorite(db: Database, wish: Wish) {
  const wished = wish.isFavorite ?? null
  const { rows } = await sql<{ isShop: boolean; isFull: boolean; isRemoved: boolean }>`/* change favorite */
    with shop as (
      select id from barbershops where id = ${wish.barbershopId} and is_active
    ), room as (
      select from favorites where user_id = ${wish.userId} and barbershop_id <> ${wish.barbershopId}
      having count(*) < ${MAX_FAVORITES}::int
    ), removed as (
      delete from favorites where user_id = ${wish.userId} and barbershop_id = ${wish.barbershopId}
         and ${wished}::boolean is not true returning barbershop_id
    ), added as (
      insert into favorites (user_id, barbershop_id, created_at)
      select ${wish.userId}::uuid, id, ${wish.now}::timestamptz from shop
       where ${wished}::boolean is not false and exists (select from room) and not exists (select from removed)
      on conflict on constraint favorites_key do nothing
    )
    select exists (select from shop) as "isShop", not exists (select from room) as "isFull",
           exists (select from removed) as "isRemoved"`.execute(db)
  return rows[0] as { isShop: boolean; isFull: boolean; isRemoved: boolean }
}
