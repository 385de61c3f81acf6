import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import { defineJob } from '../../../lib/jobs.ts'
import { deletePastReminders, planDueReminders } from './queries.ts'

/** Runs every minute, so that booking, rescheduling and cancelling need not enqueue or remove reminders. */
export async function planReminders({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const now = clock.now()
  await planDueReminders(db, now)
  await deletePastReminders(db, now)
}

export const planRemindersJob = defineJob('plan-reminders', { schedule: '* * * * *', run: planReminders })
