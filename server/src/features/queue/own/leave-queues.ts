import type { Database } from '../../../lib/database.ts'
import { publishQueue } from '../calls/publish-queue.ts'
import { changeEntry, listCallsOf, listEntriesOfProfile, listOwnEntries } from '../entries/queries.ts'
import { lockQueue } from '../queries.ts'

/** Takes an account that is being closed out of every queue, in the order of the barbershops' ids. */
export async function leaveQueues(tx: Database, userId: string, now: Date): Promise<void> {
  const found = await listOwnEntries(tx, userId)
  if (found.length === 0) return
  const barbershopIds = [...new Set(found.map(({ barbershop }) => barbershop.id))].toSorted()
  for (const id of barbershopIds) await lockQueue(tx, id)
  for (const entry of await listOwnEntries(tx, userId))
    await changeEntry(tx, entry, { status: 'LEFT', changedBy: userId }, now)
  for (const barbershopId of barbershopIds) await publishQueue(tx, { barbershopId, now })
}

/** Takes a customer whose profile is being erased out of the queue of its barbershop. The caller has locked the profile. */
export async function removeFromQueue(
  tx: Database,
  { profileId, userId, now }: { profileId: string; userId: string; now: Date },
): Promise<void> {
  const [found] = await listEntriesOfProfile(tx, profileId)
  if (!found) return
  const barbershopId = found.barbershop.id
  await lockQueue(tx, barbershopId)
  for (const entry of await listEntriesOfProfile(tx, profileId))
    await changeEntry(tx, entry, { status: 'REMOVED', changedBy: userId }, now)
  await publishQueue(tx, { barbershopId, now })
}

/** Lets the customers wait again, at their position, whom barbers have called who no longer work there. */
export async function releaseCallsOf(tx: Database, barberIds: readonly string[], now: Date): Promise<void> {
  const called = await listCallsOf(tx, barberIds)
  const barbershopIds = [...new Set(called.map(({ barbershop }) => barbershop.id))].toSorted()
  for (const id of barbershopIds) await lockQueue(tx, id)
  for (const entry of await listCallsOf(tx, barberIds))
    await changeEntry(tx, entry, { status: 'WAITING', changedBy: null }, now)
  for (const barbershopId of barbershopIds) await publishQueue(tx, { barbershopId, now })
}
