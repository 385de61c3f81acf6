import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import { deletePastReminders, planDue } from './queries.ts'

declare module '../../../lib/jobs.ts' {
  interface JobPayloads {
    'plan-reminders': object
  }
}

/** Looks every minute at what is due, so that a booking, a move and a cancellation have nothing to plan and nothing to take back. */
export async function planReminders({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const now = clock.now()
  await planDue(db, now)
  await deletePastReminders(db, now)
}
