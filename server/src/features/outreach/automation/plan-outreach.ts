import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { defineJob } from '../../../lib/jobs.ts'
import { claimAutomation, failLateMessages, insertAutomaticMessages, listDueAutomations } from './queries.ts'

type PlanDeps = { db: DatabasePool; clock: Clock }

/** Plans the messages of each barbershop once a local day, from its hour on. Whom staff have written to is not written to again. */
export async function planOutreach({ db, clock }: PlanDeps): Promise<void> {
  const now = clock.now()
  await failLateMessages(db, now)
  for (const due of await listDueAutomations(db, now))
    await db.transaction().execute(async (tx) => {
      if (await claimAutomation(tx, due)) await insertAutomaticMessages(tx, due, now)
    })
}

export const planOutreachJob = defineJob('plan-outreach', { schedule: '*/5 * * * *', run: planOutreach })
