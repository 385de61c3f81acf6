import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { isPermittedSql } from '../barbershops/roles/queries.ts'

/** Whether the user is the appointment's customer or barber, or acts on the agenda of its barbershop. */
export async function mayReschedule(db: Database, appointmentId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`/* may reschedule */
    select from appointments left join customer_profiles profile on profile.id = profile_id
     where appointments.id = ${appointmentId}
       and (appointments.customer_id = ${userId}::uuid or profile.user_id = ${userId}::uuid or barber_user_id = ${userId}::uuid
         or ${isPermittedSql('agenda', userId, sql`appointments.barbershop_id`)})`.execute(db)
  return rows.length > 0
}
