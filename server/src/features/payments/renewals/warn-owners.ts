import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { defineJob } from '../../../lib/jobs.ts'
import { findTold } from '../emails/queries.ts'
import { tell } from '../emails/tell-plan.ts'
import { takeEnding } from './queries.ts'

/** Seven, three and one day before a plan ends, once each. */
export async function warnOwners({ db, clock }: { db: DatabasePool; clock: Clock }): Promise<void> {
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    for (const { id, days } of await takeEnding(tx, now)) {
      const told = await findTold(tx, { id })
      if (told) await tell(tx, { told, tiding: 'ending', days, now })
    }
  })
}

export const warnOwnersJob = defineJob('warn-owners', { schedule: '15 * * * *', run: warnOwners })
