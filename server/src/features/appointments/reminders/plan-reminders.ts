import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import { defineJob } from '../../../lib/jobs.ts'
import { runAll, runSweeps } from '../../../lib/worker/run-sweeps.ts'
import { deletePastReminders, planDueReminders } from './queries.ts'

/** Runs every minute, so that booking, rescheduling and cancelling need not enqueue or remove reminders. */
export async function planReminders({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const now = clock.now()
  await runAll([
    ['due reminders', () => planDueReminders(db, now)],
    ['past reminders', () => runSweeps({ reminders: (limit) => deletePastReminders(db, now, limit) })],
  ])
}

export const planRemindersJob = defineJob('plan-reminders', { schedule: '* * * * *', run: planReminders })
