import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../lib/database.ts'
import { defineJob } from '../../lib/jobs.ts'
import { runSweeps } from '../../lib/worker/run-sweeps.ts'
import { deleteOldCommands } from './queries.ts'

export async function sweepCommands({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const now = clock.now()
  await runSweeps({ commands: (limit) => deleteOldCommands(db, now, limit) })
}

export const sweepCommandsJob = defineJob('sweep-commands', { schedule: '25 * * * *', run: sweepCommands })
