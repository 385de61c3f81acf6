import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { defineJob } from '../../../lib/jobs.ts'
import { endAtProvider } from '../events/apply-facts.ts'
import { followPlan } from '../events/follow-plan.ts'
import { closeSubscription, getStanding, lockPeople } from '../events/queries.ts'
import { isLapsed, type Lapsed, listLapsed } from './queries.ts'

/** Ends what nobody paid for until its grace was over: from here on nothing is charged, and nothing is lost. */
export async function closeLapsed({ db, clock }: { db: DatabasePool; clock: Clock }): Promise<void> {
  const now = clock.now()
  for (const lapsed of await listLapsed(db, now)) {
    await db.transaction().execute(async (tx) => {
      await lockPeople(tx, [lapsed.userId])
      if (!(await isLapsed(tx, lapsed.id, now))) return
      const before = await getStanding(tx, lapsed.userId)
      await closeSubscription(tx, { id: lapsed.id, status: 'expired', now })
      if (isCharged(lapsed)) await endAtProvider(tx, { ...lapsed, isRefunded: false })
      await followPlan(tx, { userId: lapsed.userId, before, now })
    })
  }
}

function isCharged(lapsed: Lapsed): lapsed is Lapsed & { provider: 'sandbox' | 'stripe'; reference: string } {
  return lapsed.provider !== 'free' && lapsed.reference !== null
}

export const closeLapsedJob = defineJob('close-lapsed', { schedule: '* * * * *', run: closeLapsed })
