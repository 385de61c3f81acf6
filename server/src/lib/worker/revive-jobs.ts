import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { defineJob } from '../jobs.ts'
import { DEFERRAL_PREFIX, OUTAGE_PREFIX } from './run-task.ts'

/**
 * graphile-worker backs off for up to hours between attempts. After an outage everything should be delivered within a minute: each
 * minute, jobs of the last day that failed because of an outage (of the last two hours, when a service deferred them) run again within
 * ten seconds and once more twenty seconds later, without ever reaching the attempt limit. Jobs that failed for another reason are
 * left to the queue's own back-off.
 *
 * Jobs of killed workers are unlocked by the heartbeat of another one. Those locked for three minutes, longer than any may take, are
 * unlocked here in any case.
 */
export async function reviveJobs({ db }: { db: Database }): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker.jobs
    where locked_at < now() - interval '3 minutes'`.execute(db)
  await rescheduleFailed(db, { laterThan: '15 seconds', within: '10 seconds' })
}

/** For a caller that knows that an outage is over. */
export async function retryFailedJobs(db: Database): Promise<void> {
  await rescheduleFailed(db, { laterThan: '0 seconds', within: '2 seconds' })
}

/** With attempts = 2, the next failure backs off twenty seconds: graphile-worker waits e^attempts. */
async function rescheduleFailed(db: Database, { laterThan, within }: { laterThan: string; within: string }) {
  await sql`
    select graphile_worker.reschedule_jobs(
      array_agg(id), run_at => now() + random() * ${within}::interval, attempts => 2
    )
    from graphile_worker.jobs
    where attempts > 0 and locked_at is null and run_at > now() + ${laterThan}::interval
      and (starts_with(last_error, ${OUTAGE_PREFIX}) and created_at > now() - interval '1 day'
           or starts_with(last_error, ${DEFERRAL_PREFIX}) and created_at > now() - interval '2 hours')`.execute(db)
}

export const reviveJobsJob = defineJob('revive-jobs', { schedule: '* * * * *', run: reviveJobs })

/** Deletes jobs that used up their attempts a month ago: until then an operator may look at their error. */
async function sweepJobs({ db }: { db: Database }): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null and updated_at < now() - interval '30 days'`.execute(db)
}

export const sweepJobsJob = defineJob('sweep-jobs', { schedule: '5 7 * * *', run: sweepJobs })
