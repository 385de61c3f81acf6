import type { Database } from '../../../lib/database.ts'
import { cancelAppointments } from './call-off-appointments.ts'
import { lockOpenOfShop } from './queries.ts'

const REASON = 'A barbearia não atende mais pelo site.'

/** A shop is switched off and its owner wants nothing left standing: all of its chairs. Answers how many were called off. */
export async function cancelUpcomingOfBarbershop(
  tx: Database,
  { barbershopId, ownerId, now }: { barbershopId: string; ownerId: string; now: Date },
): Promise<number> {
  const ids = await lockOpenOfShop(tx, barbershopId, now)
  await cancelAppointments(tx, ids, { ownerId, reason: REASON, now })
  return ids.length
}
