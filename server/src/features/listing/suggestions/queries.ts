import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'

/** What a barbershop can be found by. */
export type SearchedTexts = {
  id: string
  name: string
  street: string
  neighborhood: string
  city: string
  services: (readonly [name: string, priceCents: number])[]
}

/** Lists what is searched of active barbershops. */
export async function listSearchedTexts(db: Database, ids: readonly string[]): Promise<SearchedTexts[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<SearchedTexts>`/* list searched texts */
    select id, name, street, neighborhood, city,
           (select coalesce(json_agg(json_build_array(services.name, price_cents) order by position, services.name, services.id), '[]')
              from services where barbershop_id = barbershops.id and services.is_active) as services
      from barbershops where id = any(${ids}::uuid[]) and is_active`.execute(db)
  return rows
}
