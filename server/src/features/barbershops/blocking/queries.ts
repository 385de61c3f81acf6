import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'

/** The badge goes with the plan that gave it; whoever pays for Premium again chooses anew. */
export async function unfeatureShops(tx: Database, ownerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`/* unfeature shops */
    update barbershops set is_featured = false where owner_id = ${ownerId} and is_featured returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Switches off what a plan no longer allows: the owner's newest active shops beyond `keep`, null for no limit. Nothing is
 * deleted, and each may be switched on again under a plan with room. Answers which; they have to be refreshed.
 */
export async function blockNewest(
  tx: Database,
  { ownerId, keep, now }: { ownerId: string; keep: number | null; now: Date },
): Promise<string[]> {
  if (keep === null) return []
  const { rows } = await sql<{ id: string }>`/* block newest */
    update barbershops set is_active = false, blocked_at = ${now}
     where id in (select id from barbershops where owner_id = ${ownerId} and is_active order by created_at, id offset ${keep})
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}
