import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../lib/database.ts'
import { defineJob } from '../../lib/jobs.ts'
import { deleteBatch, runSweeps } from '../../lib/worker/run-sweeps.ts'

/** Longer than three times the longest rhythm: until then a nudge still decides that its cycle has one. */
const RETENTION_MS = 560 * 86_400_000

/** Consents stay as the record of what was agreed to, until the account is erased. */
export async function sweepNudges({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const until = new Date(clock.now().getTime() - RETENTION_MS)
  await runSweeps({ nudges: (limit) => deleteBatch(db, { table: 'rhythm_nudges', by: 'nudged_at', until, limit }) })
}

export const sweepNudgesJob = defineJob('sweep-nudges', { schedule: '50 6 * * *', run: sweepNudges })
