import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import { defineJob } from '../../../lib/jobs.ts'
import { deleteExpiredHolds } from './queries.ts'

/** Removes holds whose time is over: nobody should find them in a list or wonder at their number. */
export async function sweepHolds({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  await deleteExpiredHolds(db, clock.now())
}

export const sweepHoldsJob = defineJob('sweep-holds', { schedule: '*/5 * * * *', run: sweepHolds })
