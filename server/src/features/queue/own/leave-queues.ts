import type { Database } from '../../../lib/database.ts'
import { publishQueue } from '../calls/publish-queue.ts'
import { changeEntry, listOwnEntries } from '../entries/queries.ts'
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
