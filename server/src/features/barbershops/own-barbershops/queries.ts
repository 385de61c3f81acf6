import type { FirstSteps, OwnBarbershop } from '@na-regua/contract/own-barbershops'
import { sql, type Updateable } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import type { DB as Tables } from '../../../lib/database-schema.generated.ts'
import type { OwnRow } from '../editing/queries.ts'
import { ownColumns } from '../editing/queries.ts'
import { isPermittedSql } from '../roles/queries.ts'
import { toBarbershop } from '../rules.ts'

/** Every barbershop that the user owns or manages, active or not, by name. */
export async function listOwnBarbershops(db: Database, userId: string, now: Date): Promise<OwnBarbershop[]> {
  const { rows } = await sql<OwnRow>`/* list own barbershops */
    select ${ownColumns} from barbershops where ${isPermittedSql('panel', userId)} order by search_name, barbershops.id`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, ...toBarbershop(row, now) }))
}

export async function countActiveBarbershops(db: Database, ownerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`/* count active barbershops */
    select count(*) from barbershops where owner_id = ${ownerId} and is_active`.execute(db)
  return (rows[0] as { count: number }).count
}

export type NewBarbershop = {
  owner_id: string
  /** What the plan of the owner gives in searches. */
  leads_ties: boolean
  /** Finishing an appointment takes its money. Barbershops of before decide it themselves. */
  uses_visits: boolean
  name: string
  address: string
  street: string
  street_number: string
  complement: string
  neighborhood: string
  city: string
  state: string
  zip_code: string | null
  phone: string | null
  whatsapp: string | null
  instagram: string | null
  description: string | null
  latitude: number
  longitude: number
  time_zone: string
  cover_image_url: string | null
  auto_confirmation: OwnBarbershop['autoConfirmation']
  created_at: Date
  updated_at: Date
}

export async function insertBarbershop(tx: Database, shop: NewBarbershop): Promise<string> {
  const { id } = await tx.insertInto('barbershops').values(shop).returning('id').executeTakeFirstOrThrow()
  return id
}

/** The barbershop that the same input created before: a client that lost the response retries. */
export async function findDuplicate(
  tx: Database,
  { owner_id, name, address, latitude, longitude }: Omit<NewBarbershop, 'leads_ties' | 'uses_visits'>,
  since: Date,
) {
  const { rows } = await sql<{ id: string }>`/* find duplicate */
    select id from barbershops
     where owner_id = ${owner_id} and name = ${name} and address = ${address} and latitude = ${latitude}
       and longitude = ${longitude} and created_at > ${since}`.execute(tx)
  return rows[0]?.id
}

export type BarbershopChange = Updateable<Tables['barbershops']>

/** Undefined columns stay as they are. */
export async function updateBarbershopRow(tx: Database, id: string, change: BarbershopChange): Promise<void> {
  const changed = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  if (Object.keys(changed).length > 0) await tx.updateTable('barbershops').set(changed).where('id', '=', id).execute()
}

/** In the order of the URLs. */
export async function replaceImages(tx: Database, id: string, urls: readonly string[]): Promise<void> {
  await sql`/* delete images */ delete from images where barbershop_id = ${id}`.execute(tx)
  await sql`/* insert images */
    insert into images (barbershop_id, url, position)
    select ${id}::uuid, url, position from unnest(${urls}::text[]) with ordinality as input(url, position)`.execute(tx)
}

/** Returns how many of the ids exist. */
export async function replaceFeatures(tx: Database, id: string, featureIds: readonly number[]): Promise<number> {
  await sql`/* delete features */ delete from barbershop_features where barbershop_id = ${id}`.execute(tx)
  const { numAffectedRows } = await sql`/* insert features */
    insert into barbershop_features (barbershop_id, feature_id)
    select ${id}::uuid, features.id from features where features.id = any(${featureIds}::smallint[])`.execute(tx)
  return Number(numAffectedRows)
}

/** Of the owner's active barbershops that have not done everything yet, without those whose list was dismissed. */
export async function listFirstSteps(db: Database, ownerId: string): Promise<FirstSteps[]> {
  const { rows } = await sql<FirstSteps>`/* list first steps */
    with started as (
      select id, name, search_name,
             exists (select from barbers where barbershop_id = barbershops.id and removed_at is null) as "hasBarber",
             exists (select from working_hours where barbershop_id = barbershops.id) as "hasHours",
             cover_image_url is not null or exists (select from images where barbershop_id = barbershops.id) as "hasPhoto",
             exists (select from appointments where barbershop_id = barbershops.id and status <> 'HELD') as "hasBooking",
             exists (select from posters where barbershop_id = barbershops.id) as "hasPoster",
             auto_confirmation <> 'off' as "confirmsAtOnce"
        from barbershops where owner_id = ${ownerId} and is_active and first_steps_dismissed_at is null)
    select id, name, json_build_object('hasBarber', "hasBarber", 'hasHours', "hasHours", 'hasPhoto', "hasPhoto",
             'hasBooking', "hasBooking", 'hasPoster', "hasPoster", 'confirmsAtOnce', "confirmsAtOnce") as steps
      from started where not ("hasBarber" and "hasHours" and "hasPhoto" and "hasBooking" and "hasPoster" and "confirmsAtOnce")
     order by search_name, id`.execute(db)
  return rows
}

/** False for a barbershop of another owner. */
export async function dismissFirstSteps(db: Database, ownerId: string, id: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`/* dismiss first steps */
    update barbershops set first_steps_dismissed_at = ${now} where id = ${id} and owner_id = ${ownerId}`.execute(db)
  return numAffectedRows === 1n
}
