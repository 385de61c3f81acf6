import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../lib/database.ts'
import { defineJob } from '../../lib/jobs.ts'
import { deleteOldEmailChanges } from './email-change/queries.ts'
import { deleteExpiredGoogleSignIns } from './google/queries.ts'
import { SESSION_IDLE_DAYS } from './rules.ts'

const DAY_MS = 86_400_000

/** Deletes expired sessions, codes, attempt counters and links. Codes are stored two days, because the daily limit counts them. */
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
  // The captcha library uses the system clock, not ours, for the expiry of a challenge.
  await db
    .deleteFrom('spent_challenges')
    .where('expires_at', '<', new Date(Date.now() - DAY_MS))
    .execute()
}

export const sweepAccountsJob = defineJob('sweep-accounts', { schedule: '*/15 * * * *', run: sweepAccounts })
