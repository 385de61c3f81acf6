import { ApiError } from '@na-regua/contract/errors'
import type { OwnBarbershop } from '@na-regua/contract/owners'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
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
  pictures: string[]
}

/** One edit of a shop after the other; somebody else's is not there. Ends with the transaction. */
export async function lockOwnShop(tx: Database, { id, ownerId }: { id: string; ownerId: string }): Promise<LockedShop> {
  const { rows } = await sql<LockedShop>`/* lock own shop */
    with mine as (select * from barbershops where id = ${id} and owner_id = ${ownerId} for no key update)
    select id, version, is_active as "isActive", time_zone as "timeZone", latitude, longitude,
           array(select url from images where images.barbershop_id = mine.id union select cover_image_url where cover_image_url is not null) as pictures
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
