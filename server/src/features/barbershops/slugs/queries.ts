import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'

/** The barbershop of a current or former address, with its current one. Undefined unless it is active. */
export async function findBarbershopOfSlug(db: Database, slug: string) {
  const { rows } = await sql<{ barbershopId: string; slug: string }>`/* find barbershop of slug */
    select barbershops.id as "barbershopId", current.slug from barbershop_slugs
      join barbershops on barbershops.id = barbershop_slugs.barbershop_id and is_active
      join barbershop_slugs current on current.barbershop_id = barbershops.id and current.is_current
     where barbershop_slugs.slug = ${slug}`.execute(db)
  return rows[0]
}

/** Gives a new barbershop the first of these addresses that is free. Returns undefined when another transaction took it, or none is. */
export async function insertFirstFreeSlug(tx: Database, barbershopId: string, slugs: readonly string[]) {
  const { rows } = await sql<{ slug: string }>`/* insert first free slug */
    insert into barbershop_slugs (slug, barbershop_id)
    select slug, ${barbershopId}::uuid from unnest(${slugs}::text[]) with ordinality as candidate(slug, position)
     where not exists (select from barbershop_slugs taken where taken.slug = candidate.slug)
     order by position limit 1
    on conflict (slug) do nothing returning slug`.execute(tx)
  return rows[0]?.slug
}

export type SlugState = { count: number; current: string | null; ownerOfSlug: string | null }

/** Before a change, under the lock of the barbershop: how many addresses it has had, and whose the wanted one is. */
export async function getSlugState(tx: Database, barbershopId: string, slug: string): Promise<SlugState> {
  const { rows } = await sql<SlugState>`/* get slug state */
    select (select count(*)::int from barbershop_slugs where barbershop_id = ${barbershopId}) as count,
           (select slug from barbershop_slugs where barbershop_id = ${barbershopId} and is_current) as current,
           (select barbershop_id from barbershop_slugs where slug = ${slug}) as "ownerOfSlug"`.execute(tx)
  return rows[0] as SlugState
}

/** The former address stays the barbershop's. Returns false when another barbershop took the new one in the meantime. */
export async function setCurrentSlug(tx: Database, barbershopId: string, slug: string): Promise<boolean> {
  await sql`/* end current slug */
    update barbershop_slugs set is_current = false where barbershop_id = ${barbershopId} and is_current`.execute(tx)
  const { rows } = await sql`/* set current slug */
    insert into barbershop_slugs (slug, barbershop_id) values (${slug}, ${barbershopId})
    on conflict (slug) do update set is_current = true where barbershop_slugs.barbershop_id = excluded.barbershop_id
    returning slug`.execute(tx)
  return rows.length > 0
}
