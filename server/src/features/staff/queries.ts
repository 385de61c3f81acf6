import { PORTFOLIO_PREVIEW } from '@na-regua/contract/portfolio'
import type { Barber } from '@na-regua/contract/staff'
import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'

/** An image of a portfolio as JSON. Needs `portfolio_images` left joined with `services`. */
export const portfolioImageJson = sql`json_build_object('url', portfolio_images.url, 'service',
  case when services.is_active then json_build_object('id', services.id, 'name', services.name) end)`

/** Rating and first images of `barbers`. The reviews are counted in an index that has all that is needed. */
const reputationColumns = sql`
  reputation.average::float8 as "averageRating", reputation.count as "reviewCount",
  array(select ${portfolioImageJson} from portfolio_images left join services on services.id = service_id
         where barber_id = barbers.id order by portfolio_images.position limit ${PORTFOLIO_PREVIEW}) as portfolio,
  (select count(*) from portfolio_images where barber_id = barbers.id)::int as "portfolioCount"`

/** The public fields of a barber: of the account only name and avatar. */
export const barberColumns = sql`
  barbers.id, users.name, users.avatar_url as "avatarUrl", barbers.bio, barbers.instagram,
  array(select specialties.name::text from barber_specialties join specialties on specialties.id = specialty_id
         where barber_id = barbers.id order by specialties.name) as specialties,
  json_build_object('name', users.name, 'avatarUrl', users.avatar_url) as "user",
  json_build_object('id', barbershops.id, 'name', barbershops.name) as barbershop, ${reputationColumns}`
export const barberJoins = sql`
  from barbers join users on users.id = barbers.user_id join barbershops on barbershops.id = barbers.barbershop_id
  cross join lateral (select avg(rating) as average, count(*)::int as count from reviews
                       where reviews.barbershop_id = barbers.barbershop_id and reviews.barber_id = barbers.id) as reputation`
export const barberOrder = sql`
  order by barbershops.search_name, barbershops.id, barbers.position, barbers.created_at, barbers.id`

/** The current barbers of an active barbershop in its order; undefined for any other. */
export async function findBarbersOfBarbershop(db: Database, barbershopId: string): Promise<Barber[] | undefined> {
  const { rows } = await sql<{ barbers: (Barber & { position: number })[] }>`/* find barbers of barbershop */
    select (select coalesce(json_agg(listed order by position), '[]') from (
        select row_number() over (${barberOrder}) as position, ${barberColumns} ${barberJoins}
         where barbers.barbershop_id = shop.id and barbers.removed_at is null) listed) as barbers
      from barbershops shop where shop.id = ${barbershopId} and shop.is_active`.execute(db)
  return rows[0]?.barbers.map(({ position: _, ...barber }) => barber)
}
