import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { isPermittedSql } from '../../barbershops/roles/queries.ts'

/** A barber who works in the barbershop; `isAllowed`: the user is that barber, or may act for every barber. */
export async function findCallingBarber(
  db: Database,
  { barberId, barbershopId, userId }: { barberId: string; barbershopId: string; userId: string },
): Promise<{ id: string; isAllowed: boolean } | undefined> {
  const { rows } = await sql<{ id: string; isAllowed: boolean }>`/* find calling barber */
    select id, user_id = ${userId}::uuid or ${isPermittedSql('agenda', userId, sql`barbershop_id`)} as "isAllowed"
      from barbers where id = ${barberId} and barbershop_id = ${barbershopId} and removed_at is null`.execute(db)
  return rows[0]
}

/** When the next appointment or hold of the barber's user begins that would overlap one from `start` on; undefined: it has begun. */
export async function findNextStart(
  db: Database,
  { barberUserId, start, now }: { barberUserId: string; start: Date; now: Date },
): Promise<Date | undefined> {
  const { rows } = await sql<{ startsAt: Date }>`/* find next start */
    select starts_at as "startsAt" from appointments
     where barber_user_id = ${barberUserId} and status in ('HELD', 'SCHEDULED', 'CONFIRMED') and busy_until > ${start}
       and (status <> 'HELD' or held_until > ${now})
     order by starts_at limit 1`.execute(db)
  const [next] = rows
  return next && next.startsAt > start ? next.startsAt : undefined
}
