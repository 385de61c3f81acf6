import { sql } from 'kysely'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import { defineJob } from '../../../lib/jobs.ts'
import { deleteBatch, runSweeps } from '../../../lib/worker/run-sweeps.ts'
import { expireWaitlistRequests } from './queries.ts'

/** Ended requests, with their places, are stored for so many days; freed times with their offers, for the statistics. */
const REQUEST_DAYS = 30
const FREED_DAYS = 400

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000)

export async function sweepWaitlist({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const now = clock.now()
  const ended = { table: 'waitlist_requests', by: 'updated_at', until: daysBefore(now, REQUEST_DAYS) }
  const freed = { table: 'freed_times', by: 'freed_at', until: daysBefore(now, FREED_DAYS) }
  await runSweeps({
    'expired requests': (limit) => expireWaitlistRequests(db, now, limit),
    'ended requests': (limit) => deleteBatch(db, { ...ended, and: sql`status not in ('ACTIVE', 'PAUSED')`, limit }),
    'freed times': (limit) => deleteBatch(db, { ...freed, limit }),
  })
}

export const sweepWaitlistJob = defineJob('sweep-waitlist', { schedule: '*/10 * * * *', run: sweepWaitlist })
