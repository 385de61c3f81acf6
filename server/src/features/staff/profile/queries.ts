import type { Specialty } from '@na-regua/contract/members'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'

export async function listSpecialtiesOfBarber(db: Database, barberId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`/* list specialties */
    select specialties.name::text as name from barber_specialties join specialties on specialties.id = specialty_id
     where barber_id = ${barberId} order by specialties.name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Adds new names to the shared list. The order of the insert prevents deadlocks of two owners who add the same names. */
export async function replaceSpecialties(tx: Database, barberId: string, names: readonly string[]): Promise<void> {
  await sql`/* lock barber */ select from barbers where id = ${barberId} for no key update`.execute(tx)
  await sql`/* add specialties */
    insert into specialties (name) select name from unnest(${names}::citext[]) as name order by name on conflict do nothing`.execute(
    tx,
  )
  await sql`/* clear specialties */ delete from barber_specialties where barber_id = ${barberId}`.execute(tx)
  await sql`/* fill specialties */
    insert into barber_specialties (barber_id, specialty_id)
    select ${barberId}::uuid, id from specialties where name = any(${names}::citext[])`.execute(tx)
}

export async function saveBio(tx: Database, barberId: string, bio: string | null): Promise<void> {
  await tx.updateTable('barbers').set({ bio }).where('id', '=', barberId).execute()
}

/** Names that contain the query, those that begin with it first. */
export async function searchSpecialties(db: Database, query: string, limit: number): Promise<Specialty[]> {
  const { rows } = await sql<Specialty>`/* search specialties */
    select id, name::text as name from specialties, trim(search_form(${query})) as needle
     where search_form(name::text) like '%' || needle || '%'
     order by search_form(name::text) like ' ' || needle || '%' desc, name, id limit ${limit}`.execute(db)
  return rows
}
