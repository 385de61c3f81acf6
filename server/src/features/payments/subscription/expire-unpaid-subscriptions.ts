import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { defineJob } from '../../../lib/jobs.ts'
import { runAll } from '../../../lib/worker/run-sweeps.ts'
import { applyPlanChange } from '../events/apply-plan-change.ts'
import { endAtProvider } from '../events/apply-updates.ts'
import { closeSubscription, lockUsers } from '../events/queries.ts'
import { getOpenPlan } from '../queries.ts'
import { isLapsed, type Lapsed, listLapsed } from './queries.ts'

/** Expires subscriptions that were not paid by the end of their grace period. Nothing is charged or deleted after that. */
export async function expireUnpaidSubscriptions({ db, clock }: { db: DatabasePool; clock: Clock }): Promise<void> {
  const now = clock.now()
  const subscriptions = await listLapsed(db, now)
  await runAll(subscriptions.map((lapsed) => [lapsed.id, () => closeOne(db, lapsed, now)]))
}

async function closeOne(db: DatabasePool, lapsed: Lapsed, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockUsers(tx, [lapsed.userId])
    if (!(await isLapsed(tx, lapsed.id, now))) return
    const before = await getOpenPlan(tx, lapsed.userId)
    await closeSubscription(tx, { id: lapsed.id, status: 'expired', now })
    if (isCharged(lapsed)) await endAtProvider(tx, { ...lapsed, isRefunded: false })
    await applyPlanChange(tx, { userId: lapsed.userId, before, now })
  })
}

function isCharged(lapsed: Lapsed): lapsed is Lapsed & { provider: 'sandbox' | 'stripe'; reference: string } {
  return lapsed.provider !== 'free' && lapsed.reference !== null
}

export const expireUnpaidSubscriptionsJob = defineJob('expire-unpaid-subscriptions', {
  schedule: '* * * * *',
  run: expireUnpaidSubscriptions,
})
