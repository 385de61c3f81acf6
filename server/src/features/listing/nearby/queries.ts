import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'

/** One page of all active barbershops, by name without accents and case. */
export async function listIdsByName(db: Database, page: { offset: number; limit: number }) {
  const { rows } = await sql<{ total: number; ids: string[] }>`/* list ids by name */
    select (select count(*) from barbershops where is_active) as total,
           array(select id from barbershops where is_active
                  order by search_name, id limit ${page.limit} offset ${page.offset}) as ids`.execute(db)
  return rows[0] as { total: number; ids: string[] }
}
