import type { Database } from '../../../lib/database.ts'
import { publish } from '../../../lib/worker/relay-events.ts'
import { deleteSessions, setRole } from '../../accounts/queries.ts'
import { blockNewestBarbershops, refreshBadgesOfOwner, removeFeatured } from '../../barbershops/blocking/queries.ts'
import { refreshBarbershops } from '../../barbershops/queries.ts'
import { getOwnPlan } from '../../plans/queries.ts'
import { notifyPlanChange } from '../emails/notify-owner.ts'
import { getOpenPlan, insertFree, type OpenPlan } from '../queries.ts'
import { takeFreePromise } from './queries.ts'

type PlanChange = { userId: string; before: OpenPlan; now: Date }

/**
 * The consequences of another plan than before: the role, barbershops over the limit blocked, a notification, and the end of every
 * session when the user becomes an owner or the plan ends. The caller has locked the user.
 */
export async function applyPlanChange(tx: Database, { userId, before, now }: PlanChange): Promise<void> {
  const after = await getPlanAfter(tx, userId, now)
  const isOther = before.planId !== after.planId
  const blocked = isOther ? await enforceLimit(tx, userId, now) : 0
  const isNewOwner = isOther && after.planId !== null && (await setRole(tx, userId, 'OWNER'))
  // An owner who buys another plan has the same pages as before, and stays logged in.
  if (isNewOwner || (isOther && after.planId === null)) await deleteSessions(tx, userId)
  const isOverdue = before.status === 'active' && after.status === 'past_due'
  if (isOther || isOverdue) await notifyPlanChange(tx, { userId, before, after, blocked, now })
  const isSame = !isOther && before.status === after.status && before.endsAt?.getTime() === after.endsAt?.getTime()
  if (!isSame) await publish(tx, [userId], 'account')
}

/** Where a subscription ended, the free plan may follow. */
async function getPlanAfter(tx: Database, userId: string, now: Date): Promise<OpenPlan> {
  const open = await getOpenPlan(tx, userId)
  if (open.planId || !(await takeFreePromise(tx, userId))) return open
  await insertFree(tx, userId, now)
  return getOpenPlan(tx, userId)
}

async function enforceLimit(tx: Database, userId: string, now: Date): Promise<number> {
  const { plan } = await getOwnPlan(tx, userId, now)
  const blocked = await blockNewestBarbershops(tx, { ownerId: userId, limit: plan.max_barbershops, now })
  const unfeatured = plan.tier === 'premium' ? [] : await removeFeatured(tx, userId)
  const changed = [...new Set([...blocked, ...unfeatured])]
  if (changed.length > 0) await refreshBarbershops(tx, changed)
  await refreshBadgesOfOwner(tx, userId, now)
  return blocked.length
}
