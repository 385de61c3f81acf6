import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import type { CardRow } from '../../barbershops/queries.ts'

/** A barbershop on a map. */
export type PinRow = Pick<CardRow, 'id' | 'name' | 'latitude' | 'longitude' | 'timeZone' | 'price_from'>

export async function listPins(db: Database, ids: readonly string[]): Promise<PinRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<PinRow>`/* list pins */
    select id, name, latitude, longitude, time_zone as "timeZone", price_from
      from barbershops where id = any(${ids}::uuid[])`.execute(db)
  return rows
}
