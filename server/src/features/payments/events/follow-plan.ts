import { publish } from '../../../lib/change-feed.ts'
import type { Database } from '../../../lib/database.ts'
import { deleteSessions, setRole } from '../../accounts/queries.ts'
import { blockNewestBarbershops, removeFeatured } from '../../barbershops/blocking/queries.ts'
import { refreshBarbershops } from '../../barbershops/queries.ts'
import { getOwnPlan } from '../../plans/queries.ts'
import { tellPlan } from '../emails/tell-plan.ts'
import { getStanding, type Standing } from './queries.ts'

type Change = { userId: string; before: Standing; now: Date }

/**
 * What follows when a person's plan is another one than before: the role, the end of every session, shops over the limit out
 * of sight, and a word to the owner. Nothing follows from the same plan once more. The person is locked by the caller.
 */
export async function followPlan(tx: Database, { userId, before, now }: Change): Promise<void> {
  const after = await getStanding(tx, userId)
  const isOther = before.planId !== after.planId
  const blocked = isOther ? await keepToLimit(tx, userId, now) : 0
  if (isOther && after.planId) await setRole(tx, userId, 'OWNER')
  if (isOther) await deleteSessions(tx, userId)
  const isOverdue = before.status === 'active' && after.status === 'past_due'
  if (isOther || isOverdue) await tellPlan(tx, { userId, before, after, blocked, now })
  const isSame = !isOther && before.status === after.status && before.endsAt?.getTime() === after.endsAt?.getTime()
  if (!isSame) await publish(tx, [userId], 'account')
}

async function keepToLimit(tx: Database, userId: string, now: Date): Promise<number> {
  const { plan } = await getOwnPlan(tx, userId, now)
  const blocked = await blockNewestBarbershops(tx, { ownerId: userId, keep: plan.max_barbershops, now })
  const unfeatured = plan.tier === 'premium' ? [] : await removeFeatured(tx, userId)
  const changed = [...new Set([...blocked, ...unfeatured])]
  if (changed.length > 0) await refreshBarbershops(tx, changed)
  return blocked.length
}
