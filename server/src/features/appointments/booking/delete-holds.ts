import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import { deleteExpiredHolds } from '../queries.ts'

declare module '../../../lib/jobs.ts' {
  interface JobPayloads {
    'sweep-holds': object
  }
}

/** Removes holds whose time is over: nobody should find them in a list or wonder at their number. */
export async function sweepHolds({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  await deleteExpiredHolds(db, clock.now())
}
