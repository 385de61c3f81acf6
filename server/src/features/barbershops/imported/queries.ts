import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'

export type ImportedService = {
  row: number
  name: string
  description: string
  durationMin: number
  priceCents: number
}

/** Until the end of the transaction, as an edit of the barbershop does. */
export async function lockImportBarbershop(tx: Database, id: string): Promise<void> {
  await sql`/* lock barbershop of import */ select from barbershops where id = ${id} for no key update`.execute(tx)
}

/** Lists the names of the services that are not removed, active or not. */
export async function listTakenNames(db: Database, barbershopId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`/* list service names */
    select name from services where barbershop_id = ${barbershopId} and removed_at is null`.execute(db)
  return rows.map(({ name }) => name)
}

/** Covers everything but the position, which changes with every save of the list. */
const digest = sql`md5((to_jsonb(services) - 'position')::text)`

/** Adds services behind the others. The caller has locked the barbershop. */
export async function insertImportedServices(
  tx: Database,
  barbershopId: string,
  services: readonly ImportedService[],
): Promise<{ id: string; row: number; digest: string }[]> {
  const { rows } = await sql<{ id: string; row: number; digest: string }>`/* insert imported services */
    with input as (
      select * from json_to_recordset(${JSON.stringify(services)}::json)
        as input("row" int, name text, description text, "durationMin" int, "priceCents" int)),
    last_position as (
      select coalesce(max(position), -1) as last from services where barbershop_id = ${barbershopId} and removed_at is null),
    inserted_services as (
      insert into services (barbershop_id, name, description, duration_min, price_cents, position)
      select ${barbershopId}::uuid, name, nullif(description, ''), "durationMin", "priceCents",
             last + row_number() over (order by "row")
        from input, last_position
      returning *)
    select services.id, input."row", ${digest} as digest
      from inserted_services as services join input on input.name = services.name`.execute(tx)
  return rows
}

export type ServiceRemoval = { id: string; isRemoved: boolean; isUsed: boolean }

/** Deletes the services that are as they were imported and used by nothing. Returns those that existed. The caller has locked the barbershop. */
export async function removeImportedServices(
  tx: Database,
  imported: readonly { id: string; digest: string }[],
): Promise<ServiceRemoval[]> {
  const isUsed = sql`(exists (select from appointments where service_id = services.id)
    or exists (select from appointment_services where service_id = services.id)
    or exists (select from service_combinations combination where combination.barbershop_id = services.barbershop_id
         and (services.id = any (combination.service_ids) or combination.service_id = services.id))
    or exists (select from queue_entries entry where entry.barbershop_id = services.barbershop_id and entry.service_id = services.id)
    or exists (select from appointment_series
         where appointment_series.barbershop_id = services.barbershop_id and services.id = any (appointment_series.service_ids))
    or exists (select from waitlist_targets
         where waitlist_targets.barbershop_id = services.barbershop_id and services.id = any (waitlist_targets.service_ids))
    or exists (select from barber_services where service_id = services.id)
    or exists (select from portfolio_images where service_id = services.id))`
  const { rows } = await sql<ServiceRemoval>`/* remove imported services */
    with input as (select * from json_to_recordset(${JSON.stringify(imported)}::json) as input(id uuid, digest text)),
    removed as (
      delete from services using input where services.id = input.id and ${digest} = input.digest and not ${isUsed}
      returning services.id)
    select services.id, services.id in (select id from removed) as "isRemoved", ${isUsed} as "isUsed"
      from services join input on input.id = services.id`.execute(tx)
  return rows
}
