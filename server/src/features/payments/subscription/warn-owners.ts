import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { defineJob } from '../../../lib/jobs.ts'
import { notifyOwner } from '../emails/notify-owner.ts'
import { findSubscriptionOwner } from '../emails/queries.ts'
import { takeEnding } from './queries.ts'

/** Notifies owners seven, three and one day before their plan ends. */
async function warnOwners({ db, clock }: { db: DatabasePool; clock: Clock }): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    for (const { id, days } of await takeEnding(tx, now)) {
      const owner = await findSubscriptionOwner(tx, { id })
      if (owner) await notifyOwner(tx, { owner, event: 'ending', days, now })
    }
  })
}

export const warnOwnersJob = defineJob('warn-owners', { schedule: '15 * * * *', run: warnOwners })
