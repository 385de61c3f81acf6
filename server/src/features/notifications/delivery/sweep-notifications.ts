import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import { defineJob } from '../../../lib/jobs.ts'
import { deleteBatch, runSweeps } from '../../../lib/worker/run-sweeps.ts'
import { deleteOldPushes } from '../push-delivery/queries.ts'
import { deleteOldRefusals } from './queries.ts'

const RETENTION_MS = 90 * 86_400_000

/** Old notifications are not needed: the appointments have the same information. Old refusals of addresses no longer count. */
export async function sweepNotifications({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const now = clock.now()
  const until = new Date(now.getTime() - RETENTION_MS)
  await runSweeps({
    notifications: (limit) => deleteBatch(db, { table: 'notifications', by: 'created_at', until, limit }),
    pushes: (limit) => deleteOldPushes(db, now, limit),
    'results of buttons': (limit) => deleteBatch(db, { table: 'push_action_results', by: 'created_at', until, limit }),
    'undeliverable addresses': (limit) => deleteOldRefusals(db, now, limit),
  })
}

export const sweepNotificationsJob = defineJob('sweep-notifications', {
  schedule: '20 6 * * *',
  run: sweepNotifications,
})
