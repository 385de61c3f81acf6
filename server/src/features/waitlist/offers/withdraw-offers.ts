import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'

type Holder = { userId: string; barbershopId?: string | undefined }

/**
 * Ends the open offer of a customer who leaves, or whom a barbershop has blocked: only an offer of that barbershop. It ends with its
 * hold, whose deletion passes the time to the next customer.
 */
export async function withdrawOffersOf(tx: Database, { userId, barbershopId: only }: Holder): Promise<void> {
  const barbershopId = only ?? null
  await sql`/* withdraw offers of customer */
    delete from appointments where status = 'HELD' and customer_id is null
       and (${barbershopId}::uuid is null or barbershop_id = ${barbershopId}::uuid)
       and id in (select id from waitlist_offers where user_id = ${userId} and status = 'OPEN')`.execute(tx)
}
