import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'

/** Undefined fields keep their value, or get the default of a new service. */
export type ServiceRow = {
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

/** How many of these ids belong to the barbershop, active or not. */
export async function countServices(tx: Database, barbershopId: string, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`/* count own services */
    select count(*) from services where barbershop_id = ${barbershopId} and id = any(${ids}::uuid[])`.execute(tx)
  return (rows[0] as { count: number }).count
}

/** Soft delete, because past appointments refer to services. */
export async function removeServices(
  tx: Database,
  barbershopId: string,
  { except, now }: { except: readonly string[]; now: Date },
) {
  await sql`/* remove services */
    update services set is_active = false, removed_at = ${now}
     where barbershop_id = ${barbershopId} and removed_at is null and id <> all(${except}::uuid[])`.execute(tx)
}

export async function upsertServices(tx: Database, barbershopId: string, items: readonly ServiceRow[]): Promise<void> {
  const input = sql`json_to_recordset(${JSON.stringify(items)}::json) as input(id uuid, name text, description text,
    "hasDescription" boolean, "durationMin" integer, "priceCents" integer, "isActive" boolean, "bufferMin" smallint, position smallint)`
  await sql`/* update services */
    update services set name = input.name, duration_min = input."durationMin", price_cents = input."priceCents",
           description = case when input."hasDescription" then input.description else services.description end,
           is_active = coalesce(input."isActive", services.is_active or services.removed_at is not null), removed_at = null,
           buffer_min = coalesce(input."bufferMin", services.buffer_min), position = input.position
      from ${input} where services.id = input.id and services.barbershop_id = ${barbershopId}`.execute(tx)
  await sql`/* insert services */
    insert into services (barbershop_id, name, description, duration_min, price_cents, is_active, buffer_min, position)
    select ${barbershopId}::uuid, name, description, "durationMin", "priceCents", coalesce("isActive", true),
           coalesce("bufferMin", 0), position
      from ${input} where id is null`.execute(tx)
}
