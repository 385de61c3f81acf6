import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../lib/database.ts'
import { deleteNotificationsBefore } from './queries.ts'

declare module '../../lib/jobs.ts' {
  interface JobPayloads {
    'sweep-notifications': object
  }
}

const KEPT_MS = 90 * 86_400_000

/** What was told a season ago is no news: it stands in the appointments themselves. */
export async function sweepNotifications({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  await deleteNotificationsBefore(db, new Date(clock.now().getTime() - KEPT_MS))
}
