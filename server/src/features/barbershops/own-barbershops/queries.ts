import { ApiError } from '@na-regua/contract/errors'
import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import { sql, type Updateable } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import type { DB as Tables } from '../../../lib/database-schema.generated.ts'
import { type ShopRow, shopColumns } from '../queries.ts'
import { toBarbershop } from '../rules.ts'

type OwnRow = ShopRow & Pick<OwnBarbershop, 'isBlocked' | 'version' | 'featureIds' | 'gridMin' | 'barberCount'>

const ownColumns = sql`
  ${shopColumns(sql`services.removed_at is null`)}, barbershops.blocked_at is not null as "isBlocked", barbershops.version,
  grid_minutes as "gridMin",
  array(select feature_id from barbershop_features where barbershop_features.barbershop_id = barbershops.id order by feature_id) as "featureIds",
  (select count(*) from barbers where barbers.barbershop_id = barbershops.id and removed_at is null)::int as "barberCount"`

/** Every shop of a person, on or off, by name. */
export async function listOwnShops(db: Database, ownerId: string, now: Date): Promise<OwnBarbershop[]> {
  const { rows } = await sql<OwnRow>`/* list own shops */
    select ${ownColumns} from barbershops where owner_id = ${ownerId} order by search_name, barbershops.id`.execute(db)
  return rows.map((row) => ({ ...row, ...toBarbershop(row, now) }))
}

export async function getOwnShop(db: Database, id: string, now: Date): Promise<OwnBarbershop> {
  const { rows } = await sql<OwnRow>`/* get own shop */
    select ${ownColumns} from barbershops where barbershops.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new ApiError('BARBERSHOP_NOT_FOUND')
  return { ...row, ...toBarbershop(row, now) }
}

/** What an edit must know of a shop before it begins. */
export type LockedShop = {
  id: string
  version: number
  isActive: boolean
  timeZone: string
  latitude: number
  longitude: number
  street: string
  neighborhood: string
  address: string
  cover: string | null
  images: string[]
}

/** One edit of a shop after the other; somebody else's is not there. Ends with the transaction. */
export async function lockOwnShop(tx: Database, { id, ownerId }: { id: string; ownerId: string }): Promise<LockedShop> {
  const { rows } = await sql<LockedShop>`/* lock own shop */
    with mine as (select * from barbershops where id = ${id} and owner_id = ${ownerId} for no key update)
    select id, version, is_active as "isActive", time_zone as "timeZone", latitude, longitude, street, neighborhood, address,
           cover_image_url as cover, array(select url from images where images.barbershop_id = mine.id) as images
      from mine`.execute(tx)
  if (!rows[0]) throw new ApiError('BARBERSHOP_NOT_FOUND')
  return rows[0]
}

export async function touchShop(tx: Database, id: string, now: Date): Promise<void> {
  await sql`/* touch shop */
    update barbershops set version = version + 1, updated_at = ${now} where id = ${id}`.execute(tx)
}

export async function countActiveShops(db: Database, ownerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`/* count active shops */
    select count(*) from barbershops where owner_id = ${ownerId} and is_active`.execute(db)
  return (rows[0] as { count: number }).count
}

export type NewShop = {
  owner_id: string
  name: string
  address: string
  street: string
  neighborhood: string
  city: string
  state: string
  zip_code: string | null
  phone: string | null
  whatsapp: string | null
  description: string | null
  latitude: number
  longitude: number
  time_zone: string
  cover_image_url: string | null
  created_at: Date
  updated_at: Date
}

export async function insertShop(tx: Database, shop: NewShop): Promise<string> {
  const { id } = await tx.insertInto('barbershops').values(shop).returning('id').executeTakeFirstOrThrow()
  return id
}

/** The shop that this very wish made a moment ago: the answer was lost on its way, and the wish came again. */
export async function findTwin(tx: Database, { owner_id, name, address, latitude, longitude }: NewShop, since: Date) {
  const { rows } = await sql<{ id: string }>`/* find twin */
    select id from barbershops
     where owner_id = ${owner_id} and name = ${name} and address = ${address} and latitude = ${latitude}
       and longitude = ${longitude} and created_at > ${since}`.execute(tx)
  return rows[0]?.id
}

export type ShopChange = Updateable<Tables['barbershops']>

/** What is undefined stays as it is. */
export async function updateShop(tx: Database, id: string, change: ShopChange): Promise<void> {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  if (Object.keys(given).length > 0) await tx.updateTable('barbershops').set(given).where('id', '=', id).execute()
}

/** In the order of the addresses. */
export async function replaceImages(tx: Database, id: string, urls: readonly string[]): Promise<void> {
  await sql`/* clear images */ delete from images where barbershop_id = ${id}`.execute(tx)
  await sql`/* fill images */
    insert into images (barbershop_id, url, position)
    select ${id}::uuid, url, place from unnest(${urls}::text[]) with ordinality as given(url, place)`.execute(tx)
}

/** Answers how many of them there are. */
export async function replaceFeatures(tx: Database, id: string, featureIds: readonly number[]): Promise<number> {
  await sql`/* clear features */ delete from barbershop_features where barbershop_id = ${id}`.execute(tx)
  const { numAffectedRows } = await sql`/* fill features */
    insert into barbershop_features (barbershop_id, feature_id)
    select ${id}::uuid, features.id from features where features.id = any(${featureIds}::smallint[])`.execute(tx)
  return Number(numAffectedRows)
}
