import type { Barber } from '@na-regua/contract/staff'
import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'

/** The public fields of a barber: of the account only name and avatar. */
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

/** The current barbers of these barbershops, in each barbershop's order. */
export async function listBarbers(db: Database, barbershopIds: readonly string[]): Promise<Barber[]> {
  const { rows } = await sql<Barber>`/* list barbers */
    select ${barberColumns} ${barberJoins}
     where barbers.barbershop_id = any(${barbershopIds}::uuid[]) and barbers.removed_at is null ${barberOrder}`.execute(
    db,
  )
  return rows
}
