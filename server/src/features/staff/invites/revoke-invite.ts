import { ApiError } from '@na-regua/contract/errors'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { publish } from '../../../lib/worker/relay-events.ts'
import { closeInvite, getOwnedInvite } from './queries.ts'

/** Revokes an invite and invalidates its link. An owner without a plan may revoke, too. */
export async function revokeInvite({ db, clock }: { db: DatabasePool; clock: Clock }, userId: string, id: string) {
  await db.transaction().execute(async (tx) => {
    const { ownerId } = await getOwnedInvite(tx, id, userId)
    if (!(await closeInvite(tx, id, 'revoked', clock.now()))) throw new ApiError('INVITE_NOT_FOUND')
    await publish(tx, [ownerId], 'account')
  })
  return { revoked: true }
}
