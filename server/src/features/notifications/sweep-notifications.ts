import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../lib/database.ts'
import { defineJob } from '../../lib/jobs.ts'
import { deleteNotificationsBefore } from './queries.ts'

const KEPT_MS = 90 * 86_400_000

/** What was told a season ago is no news: it stands in the appointments themselves. */
export async function sweepNotifications({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  await deleteNotificationsBefore(db, new Date(clock.now().getTime() - KEPT_MS))
}

export const sweepNotificationsJob = defineJob('sweep-notifications', {
  schedule: '20 6 * * *',
  run: sweepNotifications,
})
