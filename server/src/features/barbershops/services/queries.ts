import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import type { DerivedTerms, TermsRow } from './rules.ts'

/** Undefined fields keep their value, or get the default of a new service. */
export type ServiceRow = {
  id: string | undefined
  name: string
  description: string | null
  hasDescription: boolean
  category: string | null
  hasCategory: boolean
  durationMin: number
  priceCents: number
  isActive?: boolean
  bufferMin?: number
  position: number
}

/** How many of these ids belong to the barbershop, services active or not and current barbers, and its combos. */
export async function findOwnServices(
  tx: Database,
  barbershopId: string,
  { ids, barberIds }: { ids: readonly string[]; barberIds: readonly string[] },
) {
  type OwnServices = { services: number; barbers: number; combos: Pick<ComboRow, 'serviceId' | 'serviceIds'>[] }
  const { rows } = await sql<OwnServices>`/* find own services */
    select (select count(*) from services where barbershop_id = ${barbershopId} and id = any(${ids}::uuid[])) as services,
           (select count(*) from barbers where barbershop_id = ${barbershopId} and removed_at is null
             and id = any(${barberIds}::uuid[])) as barbers,
           (select coalesce(json_agg(json_build_object('serviceId', service_id, 'serviceIds', service_ids)), '[]')
              from service_combinations where barbershop_id = ${barbershopId} and service_id is not null) as combos`.execute(
    tx,
  )
  return rows[0] as OwnServices
}

/** The ids of the services that the barbershop offers. */
export async function listActiveServiceIds(tx: Database, barbershopId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`/* list active services */
    select id from services where barbershop_id = ${barbershopId} and is_active`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The upcoming active appointments with one of these services, by start. */
export async function listUpcomingWith(
  tx: Database,
  { serviceIds, now }: { serviceIds: readonly string[]; now: Date },
): Promise<{ id: string }[]> {
  if (serviceIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`/* list upcoming with services */
    select id from appointments
     where status in ('SCHEDULED', 'CONFIRMED') and ends_at > ${now} and starts_at > ${now}::timestamptz - interval '1 day'
       and barbershop_id = (select barbershop_id from services where id = ${serviceIds[0]})
       and (service_id = any(${serviceIds}::uuid[]) or exists (
         select from appointment_services part where part.appointment_id = appointments.id and part.service_id = any(${serviceIds}::uuid[])))
     order by starts_at, id`.execute(tx)
  return rows
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

/** Returns the ids in the order of the items, whose positions are those in the list. */
export async function upsertServices(
  tx: Database,
  barbershopId: string,
  items: readonly ServiceRow[],
): Promise<string[]> {
  const input = sql`json_to_recordset(${JSON.stringify(items)}::json) as input(id uuid, name text, description text,
    "hasDescription" boolean, category text, "hasCategory" boolean, "durationMin" integer, "priceCents" integer, "isActive" boolean, "bufferMin" smallint, position smallint)`
  await sql`/* update services */
    update services set name = input.name, duration_min = input."durationMin", price_cents = input."priceCents",
           description = case when input."hasDescription" then input.description else services.description end,
           category = case when input."hasCategory" then input.category else services.category end,
           is_active = coalesce(input."isActive", services.is_active or services.removed_at is not null), removed_at = null,
           buffer_min = coalesce(input."bufferMin", services.buffer_min), position = input.position
      from ${input} where services.id = input.id and services.barbershop_id = ${barbershopId}`.execute(tx)
  const { rows } = await sql<{ id: string; position: number }>`/* insert services */
    insert into services (barbershop_id, name, description, category, duration_min, price_cents, is_active, buffer_min, position)
    select ${barbershopId}::uuid, name, description, category, "durationMin", "priceCents", coalesce("isActive", true),
           coalesce("bufferMin", 0), position
      from ${input} where id is null returning id, position`.execute(tx)
  const inserted = new Map(rows.map((row) => [row.position, row.id]))
  return items.map(({ id, position }) => id ?? (inserted.get(position) as string))
}

/** A combo is a service, and a combination of the services in it, so that it has its price also when they are chosen one by one. */
export type ComboRow = { serviceId: string; serviceIds: readonly string[]; durationMin: number; priceCents: number }

export async function replaceCombos(
  tx: Database,
  barbershopId: string,
  { combos, areSaved }: { combos: readonly ComboRow[]; areSaved: boolean },
): Promise<void> {
  if (areSaved) await deleteCombos(tx, barbershopId)
  if (combos.length === 0) return
  await sql`/* insert combos */
    insert into service_combinations (barbershop_id, service_id, service_ids, duration_min, price_cents)
    select ${barbershopId}::uuid, "serviceId", sorted_set("serviceIds"), "durationMin", "priceCents"
      from json_to_recordset(${JSON.stringify(combos)}::json)
        as input("serviceId" uuid, "serviceIds" uuid[], "durationMin" integer, "priceCents" integer)
    on conflict (barbershop_id, service_ids) do update
       set service_id = excluded.service_id, duration_min = excluded.duration_min, price_cents = excluded.price_cents`.execute(
    tx,
  )
}

async function deleteCombos(tx: Database, barbershopId: string): Promise<void> {
  await sql`/* delete combos */
    delete from service_combinations where barbershop_id = ${barbershopId} and service_id is not null`.execute(tx)
}

/** The terms of current barbers for these services. */
export async function replaceTerms(
  tx: Database,
  barbershopId: string,
  services: readonly { serviceId: string; barbers: readonly TermsRow[] }[],
): Promise<void> {
  if (services.length === 0) return
  const rows = services.flatMap(({ serviceId, barbers }) => barbers.map((terms) => ({ serviceId, ...terms })))
  await sql`/* delete terms */
    delete from barber_services where service_id = any(${services.map(({ serviceId }) => serviceId)}::uuid[])
       and barber_id in (select id from barbers where barbershop_id = ${barbershopId} and removed_at is null)`.execute(
    tx,
  )
  await sql`/* insert terms */
    insert into barber_services (barber_id, service_id, barbershop_id, is_provided, duration_min, price_cents)
    select "barberId", "serviceId", ${barbershopId}::uuid, "isProvided", "durationMin", "priceCents"
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as input("barberId" uuid, "serviceId" uuid, "isProvided" boolean, "durationMin" integer, "priceCents" integer)`.execute(
    tx,
  )
}

/**
 * Takes back what `insertTermsOfCombos` derived, before the terms are replaced, and returns it: exclusions from combos of barbers who
 * do not provide a service in them. A price or duration of their own stays.
 */
export async function deleteTermsOfCombos(tx: Database, barbershopId: string): Promise<DerivedTerms[]> {
  const { rows } = await sql<DerivedTerms>`/* delete terms of combos */
    with derived as materialized (
      select own.barber_id, own.service_id, own.duration_min is null and own.price_cents is null as is_empty
        from service_combinations combo join barber_services own on own.service_id = combo.service_id and not own.is_provided
       where combo.barbershop_id = ${barbershopId} and exists (
         select from barber_services part where part.barber_id = own.barber_id and part.service_id = any(combo.service_ids)
            and not part.is_provided)),
    deleted as (
      delete from barber_services own using derived
       where own.barber_id = derived.barber_id and own.service_id = derived.service_id and is_empty),
    updated as (
      update barber_services own set is_provided = true from derived
       where own.barber_id = derived.barber_id and own.service_id = derived.service_id and not is_empty)
    select barber_id as "barberId", service_id as "serviceId" from derived`.execute(tx)
  return rows
}

/** Who does not provide a service in a combo does not provide the combo. */
export async function insertTermsOfCombos(tx: Database, barbershopId: string): Promise<void> {
  await sql`/* insert terms of combos */
    insert into barber_services (barber_id, service_id, barbershop_id, is_provided)
    select distinct own.barber_id, combo.service_id, combo.barbershop_id, false
      from service_combinations combo join barber_services own on own.service_id = any(combo.service_ids) and not own.is_provided
     where combo.barbershop_id = ${barbershopId} and combo.service_id is not null
    on conflict (barber_id, service_id) do update set is_provided = false`.execute(tx)
}
