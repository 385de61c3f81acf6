import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'

export type SearchedBarber = { id: string; name: string; avatarUrl: string | null; specialties: string[] }

/** What a barbershop and its barbers can be found by. */
export type SearchedTexts = {
  id: string
  name: string
  street: string
  neighborhood: string
  city: string
  services: (readonly [name: string, priceCents: number])[]
  barbers: SearchedBarber[]
}

/** Lists what is searched of active barbershops. */
export async function listSearchedTexts(db: Database, ids: readonly string[]): Promise<SearchedTexts[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<SearchedTexts>`/* list searched texts */
    select id, name, street, neighborhood, city,
           (select coalesce(json_agg(json_build_array(services.name, price_cents) order by position, services.name, services.id), '[]')
              from services where barbershop_id = barbershops.id and services.is_active) as services,
           (select coalesce(json_agg(json_build_object('id', barbers.id, 'name', users.name, 'avatarUrl', avatar_url, 'specialties', array(
                     select specialties.name from barber_specialties join specialties on specialties.id = specialty_id
                      where barber_id = barbers.id order by specialties.name)) order by barbers.position, barbers.id), '[]')
              from barbers join users on users.id = barbers.user_id
             where barbershop_id = barbershops.id and removed_at is null) as barbers
      from barbershops where id = any(${ids}::uuid[]) and is_active`.execute(db)
  return rows
}
