import { ApiError } from '@na-regua/contract/errors'
import type { Database } from '../../../lib/database.ts'
import { findLife, setStatus } from './queries.ts'
import { notifyParticipants } from './tell-parties.ts'

type Calling = { ownerId: string; reason: string; now: Date }

/** Calls these off in the owner's name, whatever the notice, and tells everybody. They are locked by whoever asks for it. */
export async function cancelAppointments(tx: Database, ids: readonly string[], calling: Calling): Promise<void> {
  const { ownerId, reason, now } = calling
  for (const id of ids) {
    const life = await findLife(tx, id)
    if (!life) continue
    const change = { status: 'CANCELLED', cancelledBy: 'owner', reason } as const
    if (!(await setStatus(tx, life, change, now))) throw new ApiError('STATE_CHANGED')
    const after = { ...life, ...change, version: life.version + 1 }
    await notifyParticipants(tx, { before: life, after, by: { actor: 'owner', userId: ownerId }, now })
  }
}
