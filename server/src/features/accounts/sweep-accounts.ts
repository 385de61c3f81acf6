import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../lib/database.ts'
import { defineJob } from '../../lib/jobs.ts'
import { deleteOldEmailChanges } from './email-change/queries.ts'
import { deleteExpiredGoogleSignIns } from './google/queries.ts'
import { SESSION_IDLE_DAYS } from './rules.ts'

const DAY_MS = 86_400_000

/** Removes what can no longer open or count anything. Codes stay two days: the daily cap counts them. */
export async function sweepAccounts({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const now = clock.now()
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expires_at', '<=', now), eb('last_used_at', '<=', daysAgo(SESSION_IDLE_DAYS))]))
    .execute()
  await deleteOldEmailChanges(db, now)
  await db.deleteFrom('codes').where('created_at', '<=', daysAgo(2)).execute()
  await db.deleteFrom('attempts').where('window_start', '<=', daysAgo(2)).execute()
  await deleteExpiredGoogleSignIns(db, now)
  // A puzzle lives by the machine's own time, so it is forgotten by the same.
  await db
    .deleteFrom('spent_challenges')
    .where('expires_at', '<', new Date(Date.now() - DAY_MS))
    .execute()
}

export const sweepAccountsJob = defineJob('sweep-accounts', { schedule: '*/15 * * * *', run: sweepAccounts })
