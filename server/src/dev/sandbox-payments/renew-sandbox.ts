import { randomUUID } from 'node:crypto'
import type { Clock } from '../../lib/clock.ts'
import type { Database, DatabasePool } from '../../lib/database.ts'
import { defineJob } from '../../lib/jobs.ts'
import type { ProviderEvent } from '../../lib/payments/provider.ts'
import { listDueSubscriptions } from './sandbox-queries.ts'
import { renewSubscription } from './sandbox-subscription.ts'

type RenewSandboxDeps = {
  db: DatabasePool
  clock: Clock
  /** Provided by the payments feature. */
  recordPaymentEvent: (tx: Database, event: ProviderEvent, now: Date) => Promise<void>
}

/** Simulates what a real provider does by itself: charges the next period, or reports that the charge failed. */
async function renewSandbox({ db, clock, recordPaymentEvent }: RenewSandboxDeps): Promise<void> {
  const now = clock.now()
  for (const reference of await listDueSubscriptions(db, now)) {
    await db.transaction().execute(async (tx) => {
      const updates = await renewSubscription(tx, reference, now)
      await recordPaymentEvent(tx, { provider: 'sandbox', id: `evt_${randomUUID()}`, updates }, now)
    })
  }
}

export const renewSandboxJob = defineJob('renew-sandbox', { schedule: '* * * * *', run: renewSandbox })
