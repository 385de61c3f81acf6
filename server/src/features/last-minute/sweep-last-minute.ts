import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../lib/database.ts'
import { defineJob } from '../../lib/jobs.ts'
import { runSweeps } from '../../lib/worker/run-sweeps.ts'
import { deleteOldMessages, deleteOldSlots } from './own-queries.ts'

export async function sweepLastMinute({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const now = clock.now()
  await runSweeps({
    'last-minute slots': (limit) => deleteOldSlots(db, now, limit),
    'last-minute messages': (limit) => deleteOldMessages(db, now, limit),
  })
}

export const sweepLastMinuteJob = defineJob('sweep-last-minute', { schedule: '50 5 * * *', run: sweepLastMinute })
