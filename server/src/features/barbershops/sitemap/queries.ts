import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { SITEMAP_PAGE } from './rules.ts'

/** The first id of every page, so that each page is one index range scan instead of a large offset. */
export async function listSitemapStarts(db: Database, perPage = SITEMAP_PAGE): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`/* sitemap starts */
    select id from (select id, row_number() over (order by id) as position from barbershops where is_active) as numbered
     where position % ${perPage}::int = 1 order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The page that begins at `start`, with the date of the last change. */
export async function listSitemapBarbershops(db: Database, start: string, perPage = SITEMAP_PAGE) {
  const { rows } = await sql<{ id: string; slug: string | null; changed: string }>`/* sitemap barbershops */
    select id, slug, to_char(updated_at, 'YYYY-MM-DD') as changed
      from barbershops left join barbershop_slugs on barbershop_id = barbershops.id and is_current
     where is_active and id >= ${start} order by id limit ${perPage}::int`.execute(db)
  return rows
}
