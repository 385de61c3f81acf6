import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { endOffersOfHolds } from './end-offer.ts'

type Holder = { userId: string; barbershopId?: string | undefined }

/**
 * Ends the open offer of a customer who leaves, or whom a barbershop has blocked: only an offer of that barbershop. Its time is passed to
 * the next customer.
 */
export async function withdrawOffersOf(tx: Database, { userId, barbershopId: only }: Holder, now: Date): Promise<void> {
  const barbershopId = only ?? null
  const { rows } = await sql<{ id: string }>`/* withdraw offers of customer */
    delete from appointments where status = 'HELD' and customer_id is null
       and (${barbershopId}::uuid is null or barbershop_id = ${barbershopId}::uuid)
       and id in (select id from waitlist_offers where user_id = ${userId} and status = 'OPEN') returning id`.execute(
    tx,
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await endOffersOfHolds(tx, { ids, at: now })
}
