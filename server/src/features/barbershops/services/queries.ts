import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'

/** Undefined: as it was, or the default of a new one. */
export type MenuItem = {
  id: string | undefined
  name: string
  description: string | null
  hasDescription: boolean
  durationMin: number
  priceCents: number
  isActive?: boolean
  bufferMin?: number
  position: number
}

/** How many of these are the shop's own, offered or not. */
export async function countServices(tx: Database, barbershopId: string, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`/* count own services */
    select count(*) from services where barbershop_id = ${barbershopId} and id = any(${ids}::uuid[])`.execute(tx)
  return (rows[0] as { count: number }).count
}

/** Off the menu, not off the record: appointments of the past point to them. */
export async function removeServices(
  tx: Database,
  barbershopId: string,
  { except, now }: { except: readonly string[]; now: Date },
) {
  await sql`/* remove services */
    update services set is_active = false, removed_at = ${now}
     where barbershop_id = ${barbershopId} and removed_at is null and id <> all(${except}::uuid[])`.execute(tx)
}

export async function saveServices(tx: Database, barbershopId: string, items: readonly MenuItem[]): Promise<void> {
  const given = sql`json_to_recordset(${JSON.stringify(items)}::json) as given(id uuid, name text, description text,
    "hasDescription" boolean, "durationMin" integer, "priceCents" integer, "isActive" boolean, "bufferMin" smallint, position smallint)`
  await sql`/* change services */
    update services set name = given.name, duration_min = given."durationMin", price_cents = given."priceCents",
           description = case when given."hasDescription" then given.description else services.description end,
           is_active = coalesce(given."isActive", services.is_active or services.removed_at is not null), removed_at = null,
           buffer_min = coalesce(given."bufferMin", services.buffer_min), position = given.position
      from ${given} where services.id = given.id and services.barbershop_id = ${barbershopId}`.execute(tx)
  await sql`/* add services */
    insert into services (barbershop_id, name, description, duration_min, price_cents, is_active, buffer_min, position)
    select ${barbershopId}::uuid, name, description, "durationMin", "priceCents", coalesce("isActive", true),
           coalesce("bufferMin", 0), position
      from ${given} where id is null`.execute(tx)
}
