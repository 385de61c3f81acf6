import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import { defineJob } from '../../../lib/jobs.ts'
import { runSweeps } from '../../../lib/worker/run-sweeps.ts'
import { clearOldNames, clearOldWalkInNames, deleteOldEntries } from './queries.ts'

export async function sweepQueues({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const now = clock.now()
  await runSweeps({
    'names of walk-ins': (limit) => clearOldWalkInNames(db, now, limit),
    'names in queues': (limit) => clearOldNames(db, now, limit),
    'queue entries': (limit) => deleteOldEntries(db, now, limit),
  })
}

export const sweepQueuesJob = defineJob('sweep-queues', { schedule: '40 5 * * *', run: sweepQueues })
