import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'

/** The badges end with the plan. They do not come back when the owner pays for a larger one again. */
export async function removeFeatured(tx: Database, ownerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`/* remove featured */
    update barbershops set is_featured = false where owner_id = ${ownerId} and is_featured returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Deactivates the newest active barbershops beyond the limit of the plan, null for none. Nothing is deleted, and a larger plan allows
 * to activate them again. Returns their ids, which must be passed to refreshBarbershops().
 */
export async function blockNewestBarbershops(
  tx: Database,
  { ownerId, limit, now }: { ownerId: string; limit: number | null; now: Date },
): Promise<string[]> {
  if (limit === null) return []
  const { rows } = await sql<{ id: string }>`/* block newest */
    update barbershops set is_active = false, blocked_at = ${now}
     where id in (select id from barbershops where owner_id = ${ownerId} and is_active order by created_at, id offset ${limit})
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** More than any owner has. */
const OF_OWNER = 10_000

/** What a plan adds to the barbershops of an owner, at once when the plan changes. The caller has locked their limits. */
export async function refreshBadgesOfOwner(tx: Database, ownerId: string, now: Date): Promise<void> {
  await sql`/* refresh badges of owner */
    select refresh_badges(${now}, ${OF_OWNER}, array(select id from barbershops where owner_id = ${ownerId}))`.execute(
    tx,
  )
}
