import type { Barber } from '@na-regua/contract/staff'
import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'

/** Nothing of a barber's account but name and picture. */
export const barberColumns = sql`
  barbers.id, users.name, users.avatar_url as "avatarUrl", barbers.bio,
  array(select specialties.name::text from barber_specialties join specialties on specialties.id = specialty_id
         where barber_id = barbers.id order by specialties.name) as specialties,
  json_build_object('name', users.name, 'avatarUrl', users.avatar_url) as "user",
  json_build_object('id', barbershops.id, 'name', barbershops.name) as barbershop`
export const barberJoins = sql`
  from barbers join users on users.id = barbers.user_id join barbershops on barbershops.id = barbers.barbershop_id`
export const barberOrder = sql`
  order by barbershops.search_name, barbershops.id, barbers.position, barbers.created_at, barbers.id`

/** The barbers who work in these shops now, in the order that each shop gives them. */
export async function listBarbers(db: Database, barbershopIds: readonly string[]): Promise<Barber[]> {
  const { rows } = await sql<Barber>`/* list barbers */
    select ${barberColumns} ${barberJoins}
     where barbers.barbershop_id = any(${barbershopIds}::uuid[]) and barbers.removed_at is null ${barberOrder}`.execute(
    db,
  )
  return rows
}
