import { sql } from 'kysely'
import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../lib/database.ts'
import { defineJob } from '../../lib/jobs.ts'
import { deleteBatch, runSweeps } from '../../lib/worker/run-sweeps.ts'

const DAY_MS = 86_400_000

/** Providers deliver an event again for days; after that it explains, for as long as a payment may be disputed, what was applied. */
const EVENT_DAYS = 2 * 365

/** A closed checkout is read by its confirmation page only. The payment itself is stored for good. */
const SESSION_DAYS = 90

const isClosed = sql`status not in ('pending', 'requires_action')`

/** Deletes old events of payment providers and closed checkouts. Payments and subscriptions stay. */
async function sweepPayments({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS)
  const events = daysAgo(EVENT_DAYS)
  const sessions = daysAgo(SESSION_DAYS)
  await runSweeps({
    events: (limit) => deleteBatch(db, { table: 'payment_events', by: 'received_at', until: events, limit }),
    checkouts: (limit) =>
      deleteBatch(db, { table: 'payment_sessions', by: 'created_at', until: sessions, and: isClosed, limit }),
  })
}

export const sweepPaymentsJob = defineJob('sweep-payments', { schedule: '50 6 * * *', run: sweepPayments })
