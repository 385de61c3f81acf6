import { sql } from 'kysely'
import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../lib/database.ts'
import { defineJob } from '../../lib/jobs.ts'
import { deleteBatch, runSweeps } from '../../lib/worker/run-sweeps.ts'
import { SESSION_IDLE_DAYS } from './rules.ts'

const DAY_MS = 86_400_000

/** An idle session opens nothing, but pushes of its device go on until it expires: the reminder of a haircut in three weeks is one. */
const hasNoDevice = sql`not exists (select from push_subscriptions where session_hash = token_hash)`

/**
 * Deletes expired sessions, codes, attempt counters and links. Codes and counters are stored two days, because the daily limits count
 * them; an old address only as long as its change can be undone.
 */
export async function sweepAccounts({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const now = clock.now()
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const sweep = (table: string, by: string, until: Date) => (limit: number) =>
    deleteBatch(db, { table, by, until, limit })
  await runSweeps({
    'expired sessions': sweep('sessions', 'expires_at', now),
    'idle sessions': (limit) =>
      deleteBatch(db, {
        table: 'sessions',
        by: 'last_used_at',
        until: daysAgo(SESSION_IDLE_DAYS),
        and: hasNoDevice,
        limit,
      }),
    codes: sweep('codes', 'created_at', daysAgo(2)),
    attempts: sweep('attempts', 'window_start', daysAgo(2)),
    'email changes': sweep('email_changes', 'expires_at', now),
    'Google sign-ins': sweep('identity_visits', 'expires_at', now),
    'Google links': sweep('identity_links', 'expires_at', now),
    // The captcha library uses the system clock, not ours, for the expiry of a challenge.
    challenges: sweep('spent_challenges', 'expires_at', new Date(Date.now() - DAY_MS)),
  })
}

export const sweepAccountsJob = defineJob('sweep-accounts', { schedule: '*/15 * * * *', run: sweepAccounts })
