import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import type { SweepPosition } from '../../../lib/worker/sweep-position.ts'

/** Taken before the appointment whose outcome is counted is locked, or inserted as completed. */
export async function lockCompletedCount(tx: Database, id: string): Promise<void> {
  await sql`/* lock completed count */ select from barbershops where id = ${id} for no key update`.execute(tx)
}

/** Counts a completed appointment, in the transaction that completes it. */
export async function incrementCompletedCount(tx: Database, id: string): Promise<void> {
  await sql`/* increment completed count */ update barbershops set completed_count = completed_count + 1 where id = ${id}`.execute(
    tx,
  )
}

type LeavingAppointment = SweepPosition & { barbershopId: string }

/** The next completed appointments that are older than what popularity counts. */
export async function listLeavingAppointments(
  db: Database,
  { after, end, limit }: { after: SweepPosition; end: Date; limit: number },
): Promise<LeavingAppointment[]> {
  const { rows } = await sql<LeavingAppointment>`/* list leaving appointments */
    select starts_at as at, id, barbershop_id as "barbershopId" from appointments
     where status = 'COMPLETED' and (starts_at, id) > (${after.at}, ${after.id}::uuid) and starts_at <= ${end}
     order by starts_at, id limit ${limit}`.execute(db)
  return rows
}

/**
 * Counts the completed appointments of these barbershops again. They are locked by a statement of their own, by id: the count then
 * includes what other transactions committed before.
 */
export async function recountCompleted(tx: Database, ids: readonly string[], end: Date): Promise<void> {
  await sql`/* lock barbershops to recount */
    select id from barbershops where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx)
  await sql`/* recount completed */
    update barbershops set completed_count = recounted.count
      from unnest(${ids}::uuid[]) as given(id), lateral (
        select count(*) from appointments where barbershop_id = given.id and status = 'COMPLETED' and starts_at > ${end}
      ) as recounted
     where barbershops.id = given.id and completed_count <> recounted.count`.execute(tx)
}
