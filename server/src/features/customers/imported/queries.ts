import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { freeCustomersSql, internationalPhone } from '../queries.ts'

const accountPhone = internationalPhone(sql`users.phone`)

/** Those of the E.164 phones that the barbershop has, of a profile or stated by the account of one. */
export async function listKnownPhones(
  db: Database,
  barbershopId: string,
  phones: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ phone: string }>`/* list known phones */
    select phone from customer_profiles where barbershop_id = ${barbershopId} and phone = any(${phones}::text[])
    union
    select ${accountPhone} from customer_profiles profile join users on users.id = profile.user_id
     where profile.barbershop_id = ${barbershopId} and ${accountPhone} = any(${phones}::text[])`.execute(db)
  return new Set(rows.map(({ phone }) => phone))
}

/** How many customers may still be added, and how many that are at all. Imports of one owner take turns under the lock of the limits. */
export async function getCustomerLimit(db: Database, barbershopId: string): Promise<{ max: number; free: number }> {
  const { rows } = await sql<{ max: number; free: number }>`/* get customer limit */
    select max_customers as max, ${freeCustomersSql(barbershopId)} as free from barbershops where id = ${barbershopId}`.execute(
    db,
  )
  return rows[0] ?? { max: 0, free: 0 }
}

/** A customer without an account. `phone` is E.164 and differs in each row. */
export type ImportedProfile = {
  row: number
  name: string
  phone: string
  email: string | null
  /** MM-DD */
  birthday: string | null
  notes: string
  allergies: string
  tags: readonly string[]
}

/**
 * Adds the customers whose phone no profile of the barbershop has, and returns them. Known ones stay as they are. By phone, so that two
 * imports wait for each other in one order only.
 */
export async function insertImportedProfiles(
  tx: Database,
  barbershopId: string,
  profiles: readonly ImportedProfile[],
  now: Date,
): Promise<{ id: string; row: number }[]> {
  const { rows } = await sql<{ id: string; row: number }>`/* insert imported profiles */
    with input as (
      select * from json_to_recordset(${JSON.stringify(profiles)}::json)
        as input("row" int, name text, phone text, email text, birthday text, notes text, allergies text, tags text[])),
    inserted_profiles as (
      insert into customer_profiles (barbershop_id, name, phone, email, birthday, notes, allergies, tags, created_at)
      select ${barbershopId}::uuid, name, phone, email, birthday, notes, allergies, tags, ${now}::timestamptz from input order by phone
      on conflict (barbershop_id, phone) do nothing returning id, phone)
    select inserted_profiles.id, input."row" from inserted_profiles join input on input.phone = inserted_profiles.phone`.execute(
    tx,
  )
  return rows
}

/** The profiles of these phones. */
export async function findProfilesByPhone(
  tx: Database,
  barbershopId: string,
  phones: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; phone: string }>`/* find profiles by phone */
    select id, phone from customer_profiles where barbershop_id = ${barbershopId} and phone = any(${phones}::text[])`.execute(
    tx,
  )
  return new Map(rows.map(({ id, phone }) => [phone, id]))
}

/** `use`: by what the profile is used first. */
export type RemovalRow = { id: string; isRemoved: boolean; use: 'appointment' | 'series' | 'queue' | 'visit' | null }

/**
 * Deletes the profiles that are as they were imported and have no appointment, standing appointment, queue entry or visit. Returns those that
 * existed. Locked first: what is made for one of them commits before, and is seen, or finds no profile.
 */
export async function removeImportedProfiles(tx: Database, ids: readonly string[]): Promise<RemovalRow[]> {
  const { rows } = await sql<{ id: string }>`/* lock imported profiles */
    select id from customer_profiles where id = any(${ids}::uuid[]) order by id for update`.execute(tx)
  const existing = rows.map(({ id }) => id)
  const use = sql`case
    when exists (select from appointments where profile_id = customer_profiles.id) then 'appointment'
    when exists (select from appointment_series where profile_id = customer_profiles.id) then 'series'
    when exists (select from queue_entries where profile_id = customer_profiles.id) then 'queue'
    when exists (select from visits where profile_id = customer_profiles.id) then 'visit' end`
  const removal = await sql<RemovalRow>`/* remove imported profiles */
    with removed as (
      delete from customer_profiles where id = any(${existing}::uuid[]) and version = 1 and user_id is null and blocked_at is null
         and ${use} is null returning id)
    select id, id in (select id from removed) as "isRemoved", ${use} as use
      from customer_profiles where id = any(${existing}::uuid[])`.execute(tx)
  return removal.rows
}
