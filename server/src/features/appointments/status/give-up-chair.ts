import type { Database } from '../../../lib/database.ts'
import { cancelAppointments } from './call-off-appointments.ts'
import { lockOpenOfChair } from './queries.ts'

const REASON = 'O barbeiro não atende mais nesta barbearia.'

/** A chair is emptied by its shop: what it has ahead is called off in the owner's name. Answers how many. */
export async function cancelUpcomingOfBarber(
  tx: Database,
  { barberId, ownerId, now }: { barberId: string; ownerId: string; now: Date },
): Promise<number> {
  const ids = await lockOpenOfChair(tx, barberId, now)
  await cancelAppointments(tx, ids, { ownerId, reason: REASON, now })
  return ids.length
}
