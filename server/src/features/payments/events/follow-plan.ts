import type { OwnPlan } from '@na-regua/contract/plans'
import type { Database } from '../../../lib/database.ts'
import { announce } from '../../../lib/live.ts'
import { deleteSessions, setRole } from '../../accounts/queries.ts'
import { blockNewest } from '../../barbershops/blocking/queries.ts'
import { refreshBarbershops } from '../../barbershops/queries.ts'
import { getOwnPlan } from '../../plans/queries.ts'
import { tellPlan } from '../tidings/tell-plan.ts'

type Change = { userId: string; before: OwnPlan; now: Date }

/**
 * What follows when a person's plan is another one than before: the role, the end of every session, shops over the limit out
 * of sight, and a word to the owner. Nothing follows from the same plan once more. The person is locked by the caller.
 */
export async function followPlan(tx: Database, { userId, before, now }: Change): Promise<void> {
  const after = await getOwnPlan(tx, userId, now)
  const isOther = before.plan.id !== after.plan.id || before.canEdit !== after.canEdit
  if (isOther) {
    const blocked = await blockNewest(tx, { ownerId: userId, keep: after.plan.max_barbershops, now })
    if (blocked.length > 0) await refreshBarbershops(tx, blocked)
    if (after.canEdit) await setRole(tx, userId, 'OWNER')
    await deleteSessions(tx, userId)
    await tellPlan(tx, { userId, before, after, blocked: blocked.length, now })
  } else if (before.status !== after.status && after.status === 'past_due') {
    await tellPlan(tx, { userId, before, after, blocked: 0, now })
  }
  if (isOther || before.status !== after.status || before.expiresAt !== after.expiresAt)
    await announce(tx, [userId], 'account')
}
