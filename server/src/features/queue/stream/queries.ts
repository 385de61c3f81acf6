import { ApiError } from '@na-regua/contract/errors'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'

/** Throws BARBERSHOP_NOT_FOUND for an unknown or inactive barbershop. One with its queue off may switch it on. */
export async function checkBarbershop(db: Database, id: string): Promise<void> {
  const { rows } = await sql`/* check barbershop */
    select from barbershops where id = ${id}::uuid and is_active`.execute(db)
  if (rows.length === 0) throw new ApiError('BARBERSHOP_NOT_FOUND')
}
