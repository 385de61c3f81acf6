import type { AddressParts } from '@na-regua/contract/addresses'
import { ApiError } from '@na-regua/contract/errors'
import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import type { BarbershopRow } from '../queries.ts'
import { barbershopColumns } from '../queries.ts'
import { holdRole } from '../roles/queries.ts'
import type { BarbershopAction } from '../roles/rules.ts'
import { toBarbershop } from '../rules.ts'

export async function getOwnBarbershop(db: Database, id: string, now: Date): Promise<OwnBarbershop> {
  const { rows } = await sql<OwnRow>`/* get own barbershop */
    select ${ownColumns} from barbershops where barbershops.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new ApiError('BARBERSHOP_NOT_FOUND')
  return { ...row, ...toBarbershop(row, now) }
}

/** The values that edits compare with. */
export type LockedBarbershop = AddressParts & {
  id: string
  ownerId: string
  version: number
  isActive: boolean
  timeZone: string
  latitude: number
  longitude: number
  address: string
  cover: string | null
  images: string[]
}

/** Locks the row until the end of the transaction, so that edits run one after the other, if the user may do it. */
export async function lockOwnBarbershop(
  tx: Database,
  { id, userId, action }: { id: string; userId: string; action: BarbershopAction },
): Promise<LockedBarbershop> {
  const { step, allows } = holdRole(action, userId)
  const { rows } = await sql<LockedBarbershop>`/* lock own barbershop */
    with ${step}, locked as (select * from barbershops where id = ${id} and ${allows} for no key update)
    select id, owner_id as "ownerId", version, is_active as "isActive", time_zone as "timeZone", latitude, longitude, address, street,
           street_number as number, complement, neighborhood, city, state, cover_image_url as cover, array(select url from images where images.barbershop_id = locked.id) as images
      from locked`.execute(tx)
  if (!rows[0]) throw new ApiError('BARBERSHOP_NOT_FOUND')
  return rows[0]
}

export async function incrementVersion(tx: Database, id: string, now: Date): Promise<void> {
  await sql`/* increment version */
    update barbershops set version = version + 1, updated_at = ${now} where id = ${id}`.execute(tx)
}

type OwnField = 'isBlocked' | 'version' | 'featureIds' | 'gridMin' | 'barberCount' | 'verification'

type ConfirmationField = 'autoConfirmation' | 'autoConfirmsShortNotice' | 'autoConfirmsAfterNoShows'

export type OwnRow = BarbershopRow & Pick<OwnBarbershop, OwnField | ConfirmationField>

export const ownColumns = sql`
  ${barbershopColumns(sql`services.removed_at is null`)}, barbershops.blocked_at is not null as "isBlocked", barbershops.version,
  grid_minutes as "gridMin", auto_confirmation as "autoConfirmation", auto_confirms_short_notice as "autoConfirmsShortNotice",
  auto_confirms_after_no_shows as "autoConfirmsAfterNoShows",
  array(select feature_id from barbershop_features where barbershop_features.barbershop_id = barbershops.id order by feature_id) as "featureIds",
  (select count(*) from barbers where barbers.barbershop_id = barbershops.id and removed_at is null)::int as "barberCount",
  json_build_object(
    'hasEmail', (select email_verified_at is not null from users where users.id = owner_id),
    'hasPhone', coalesce(phone, whatsapp) is not null,
    'hasPhoto', cover_image_url is not null or exists (select from images where images.barbershop_id = barbershops.id),
    'completed', completed_count
  ) as verification`
