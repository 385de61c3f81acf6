import { ApiError } from '@na-regua/contract/errors'
import type { Database } from '../../../lib/database.ts'
import { findLife, lockOpenOf, setStatus } from './queries.ts'
import { notifyParticipants } from './tell-parties.ts'

/** Somebody leaves the product: whatever the notice, nobody shall wait for him, on either side of the chair. */
export async function cancelUpcomingOfUser(tx: Database, userId: string, now: Date): Promise<void> {
  for (const id of await lockOpenOf(tx, userId, now)) {
    const life = await findLife(tx, id)
    if (!life) continue
    const actor = life.customerId === userId ? 'customer' : 'barber'
    const change = { status: 'CANCELLED', cancelledBy: actor } as const
    if (!(await setStatus(tx, life, change, now))) throw new ApiError('STATE_CHANGED')
    const after = { ...life, ...change, version: life.version + 1 }
    await notifyParticipants(tx, { before: life, after, by: { actor, userId }, now })
  }
}
