import { ApiError } from '@na-regua/contract/errors'
import type { EditablePortfolio, PortfolioImage } from '@na-regua/contract/portfolio'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { usersFor } from '../../barbershops/roles/queries.ts'
import { portfolioImageJson } from '../queries.ts'
import { editsBarber, type ScheduleEdit } from '../schedule/queries.ts'

const images = sql`
  coalesce((select json_agg(${portfolioImageJson} order by portfolio_images.position)
              from portfolio_images left join services on services.id = service_id
             where barber_id = barbers.id), '[]') as images`

/** All images of a barber of an active barbershop. Throws BARBER_NOT_FOUND. */
export async function listPortfolio(db: Database, barberId: string): Promise<PortfolioImage[]> {
  const { rows } = await sql<{ images: PortfolioImage[] }>`/* list portfolio */
    select ${images} from barbers join barbershops on barbershops.id = barbershop_id
     where barbers.id = ${barberId} and removed_at is null and is_active`.execute(db)
  if (!rows[0]) throw new ApiError('BARBER_NOT_FOUND')
  return rows[0].images
}

/** The portfolio, with those who may edit it. */
export type PortfolioOfBarber = EditablePortfolio & { userId: string; ownerId: string; editorIds: string[] }

/** The portfolio of a current barber. Throws BARBER_NOT_FOUND. */
export async function getPortfolio(db: Database, barberId: string): Promise<PortfolioOfBarber> {
  const { rows } = await sql<PortfolioOfBarber>`/* get portfolio */
    select barbers.id as "barberId", users.name, json_build_object('id', barbershops.id, 'name', barbershops.name) as barbershop,
           portfolio_version as version, barbers.instagram, barbers.user_id as "userId", owner_id as "ownerId", ${usersFor('settings')} as "editorIds",
           (select coalesce(json_agg(json_build_object('id', services.id, 'name', services.name) order by position, services.name), '[]')
              from services where services.barbershop_id = barbershops.id and is_active) as services, ${images}
      from barbers join users on users.id = barbers.user_id join barbershops on barbershops.id = barbershop_id
     where barbers.id = ${barberId} and removed_at is null`.execute(db)
  if (!rows[0]) throw new ApiError('BARBER_NOT_FOUND')
  return rows[0]
}

/** Increments the version. The row stays locked until the transaction ends, so edits run one after the other. Does nothing for a user who may not edit. */
export async function lockPortfolio(tx: Database, { barberId, userId }: ScheduleEdit): Promise<void> {
  const { step, allows } = editsBarber(userId)
  await sql`/* lock portfolio */
    with ${step}
    update barbers set portfolio_version = portfolio_version + 1
      from barbershops where barbers.id = ${barberId} and barbershops.id = barbershop_id and ${allows}`.execute(tx)
}

type NewPortfolio = {
  barberId: string
  userId: string
  images: readonly { url: string; serviceId: string | null }[]
  now: Date
}

/** In the given order. Images that are missing are no longer shown; the sweep of uploads deletes their files. */
export async function replacePortfolio(
  tx: Database,
  { barberId, userId, images: next, now }: NewPortfolio,
): Promise<void> {
  const urls = next.map(({ url }) => url)
  await sql`/* delete portfolio images */
    delete from portfolio_images where barber_id = ${barberId} and url <> all(${urls}::text[])`.execute(tx)
  await sql`/* save portfolio images */
    insert into portfolio_images (barber_id, url, barber_user_id, service_id, position, created_at)
    select ${barberId}::uuid, url, ${userId}::uuid, service_id, position, ${now}
      from unnest(${urls}::text[], ${next.map(({ serviceId }) => serviceId)}::uuid[]) with ordinality as image(url, service_id, position)
    on conflict on constraint portfolio_images_key
      do update set service_id = excluded.service_id, position = excluded.position`.execute(tx)
}

export async function saveInstagram(tx: Database, barberId: string, instagram: string | null): Promise<void> {
  await tx.updateTable('barbers').set({ instagram }).where('id', '=', barberId).execute()
}
