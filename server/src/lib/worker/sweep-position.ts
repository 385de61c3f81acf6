import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** A row by its time and id: the sort key of a sweep. */
export type SweepPosition = { at: Date; id: string }

const first: SweepPosition = { at: new Date('1970-01-01T00:00:00Z'), id: '00000000-0000-0000-0000-000000000000' }

/**
 * The last row that this sweep has checked, locked until the transaction ends: the processes take turns. For sweeps that cannot see
 * from the rows what they have checked.
 */
export async function lockSweepPosition(tx: Database, name: string): Promise<SweepPosition> {
  await sql`/* create sweep position */
    insert into sweep_positions (name, row_at, row_id) values (${name}, ${first.at}, ${first.id})
    on conflict on constraint sweep_positions_key do nothing`.execute(tx)
  const { rows } = await sql<SweepPosition>`/* lock sweep position */
    select row_at as at, row_id as id from sweep_positions where name = ${name} for update`.execute(tx)
  return rows[0] ?? first
}

/** Without a position the sweep begins again. */
export async function saveSweepPosition(tx: Database, name: string, position = first): Promise<void> {
  await sql`/* save sweep position */
    update sweep_positions set row_at = ${position.at}, row_id = ${position.id} where name = ${name}`.execute(tx)
}
