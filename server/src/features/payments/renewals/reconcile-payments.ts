import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { defineJob } from '../../../lib/jobs.ts'
import type { Payments } from '../../../lib/payments/open-payments.ts'
import {
  type PaymentProvider,
  ProviderDown,
  type ProviderFact,
  type ProviderName,
} from '../../../lib/payments/provider.ts'
import { applyFacts } from '../events/apply-facts.ts'
import { ASKED } from '../events/rules.ts'
import { expireSessions, takeSilentSessions, takeSilentSubscriptions } from './queries.ts'

type Deps = { db: DatabasePool; clock: Clock; payments: Payments }

/** Asks for what should have been said by now. A provider that is away is asked again the next time; nothing changes for that. */
export async function reconcilePayments(deps: Deps): Promise<void> {
  const { db, clock } = deps
  for (const { provider, reference } of await takeSilentSessions(db, clock.now()))
    await askFor(deps, provider, (known) => known.readSession(db, reference))
  for (const { provider, reference } of await takeSilentSubscriptions(db, clock.now()))
    await askFor(deps, provider, (known) => known.readSubscription(db, reference))
  await expireSessions(db, clock.now())
}

async function askFor(
  { db, clock, payments }: Deps,
  provider: ProviderName,
  question: (known: PaymentProvider) => Promise<ProviderFact[]>,
): Promise<void> {
  const known = payments.of(provider)
  if (!known) return
  try {
    const facts = await question(known)
    await db.transaction().execute((tx) => applyFacts(tx, { provider, toldBy: ASKED, facts }, clock.now()))
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
  }
}

export const reconcilePaymentsJob = defineJob('reconcile-payments', { schedule: '* * * * *', run: reconcilePayments })
