import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { type CardRow, cardColumns } from '../../barbershops/queries.ts'

/** In the order of the ids. */
export async function listCards(db: Database, ids: readonly string[]): Promise<CardRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<CardRow>`/* list cards */
    select ${cardColumns} from barbershops where barbershops.id = any(${ids}::uuid[])`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** One page of all active barbershops, by name without accents and case. */
export async function listIdsByName(db: Database, page: { offset: number; limit: number }) {
  const { rows } = await sql<{ total: number; ids: string[] }>`/* list ids by name */
    select (select count(*) from barbershops where is_active) as total,
           array(select id from barbershops where is_active
                  order by search_name, id limit ${page.limit} offset ${page.offset}) as ids`.execute(db)
  return rows[0] as { total: number; ids: string[] }
}
