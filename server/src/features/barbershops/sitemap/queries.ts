import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { SITEMAP_PAGE } from './rules.ts'

/** The first shop of every page, so that any page is one walk along the key instead of a count from the beginning. */
export async function listSitemapStarts(db: Database, perPage = SITEMAP_PAGE): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`/* sitemap starts */
    select id from (select id, row_number() over (order by id) as place from barbershops where is_active) as numbered
     where place % ${perPage}::int = 1 order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The shops of the page that begins at `start`, with the day of their last change. */
export async function listSitemapShops(db: Database, start: string, perPage = SITEMAP_PAGE) {
  const { rows } = await sql<{ id: string; changed: string }>`/* sitemap shops */
    select id, to_char(updated_at, 'YYYY-MM-DD') as changed from barbershops
     where is_active and id >= ${start} order by id limit ${perPage}::int`.execute(db)
  return rows
}
