import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { JobPayloads } from '../../../lib/jobs.ts'
import type { Payments } from '../../../lib/payments/open-payments.ts'
import type { PaymentFact } from '../../../lib/payments/provider.ts'
import { applyFacts } from '../events/apply-facts.ts'
import { ASKED } from '../events/rules.ts'

type Deps = { db: DatabasePool; clock: Clock; payments: Payments }

/** Repeated by the queue until the provider has done it. */
export async function endSubscription(
  { db, clock, payments }: Deps,
  { provider, reference, isRefunded }: JobPayloads['end-subscription'],
): Promise<void> {
  const known = payments.of(provider)
  if (!known) return
  const told = await known.readSubscription(db, reference)
  const paid = told.filter((fact): fact is PaymentFact => fact.kind === 'payment' && fact.status === 'paid')
  const refunds = isRefunded && paid.length > 0 ? await known.refund(db, paid) : []
  const facts = [...refunds, ...(await known.cancelSubscription(db, reference))]
  await db.transaction().execute((tx) => applyFacts(tx, { provider, toldBy: ASKED, facts }, clock.now()))
}
