import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../lib/database.ts'
import { defineJob } from '../../lib/jobs.ts'
import { deleteNotificationsBefore } from './queries.ts'

const RETENTION_MS = 90 * 86_400_000

/** Old notifications are not needed: the appointments have the same information. */
export async function sweepNotifications({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  await deleteNotificationsBefore(db, new Date(clock.now().getTime() - RETENTION_MS))
}

export const sweepNotificationsJob = defineJob('sweep-notifications', {
  schedule: '20 6 * * *',
  run: sweepNotifications,
})
