import { randomUUID } from 'node:crypto'
import { listDue } from '../../../dev/sandbox-payments/sandbox-queries.ts'
import { advanceSubscription } from '../../../dev/sandbox-payments/sandbox-subscription.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { defineJob } from '../../../lib/jobs.ts'
import { recordEvent } from '../events/record-event.ts'

/** Plays what a real provider does by itself: charges the next period, or says that it could not. */
export async function renewSandbox({ db, clock }: { db: DatabasePool; clock: Clock }): Promise<void> {
  const now = clock.now()
  for (const reference of await listDue(db, now)) {
    await db.transaction().execute(async (tx) => {
      const facts = await advanceSubscription(tx, reference, now)
      await recordEvent(tx, { provider: 'sandbox', id: `evt_${randomUUID()}`, facts }, now)
    })
  }
}

export const renewSandboxJob = defineJob('renew-sandbox', { schedule: '* * * * *', run: renewSandbox })
