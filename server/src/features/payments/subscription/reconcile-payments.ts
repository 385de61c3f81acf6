import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { defineJob } from '../../../lib/jobs.ts'
import type { Payments } from '../../../lib/payments/open-payments.ts'
import {
  type PaymentProvider,
  type ProviderName,
  ProviderUnavailable,
  type ProviderUpdate,
} from '../../../lib/payments/provider.ts'
import { applyUpdates } from '../events/apply-updates.ts'
import { REQUESTED } from '../events/rules.ts'
import { expireSessions, takeUncheckedSessions, takeUncheckedSubscriptions } from './queries.ts'

type ReconcileDeps = { db: DatabasePool; clock: Clock; payments: Payments }

/** Reads state whose event may have been lost. When a provider is unavailable, nothing changes and the next run retries. */
export async function reconcilePayments(deps: ReconcileDeps): Promise<void> {
  const { db, clock } = deps
  for (const { provider, reference } of await takeUncheckedSessions(db, clock.now()))
    await readFrom(deps, provider, (known) => known.readSession(db, reference))
  for (const { provider, reference } of await takeUncheckedSubscriptions(db, clock.now()))
    await readFrom(deps, provider, (known) => known.readSubscription(db, reference))
  await expireSessions(db, clock.now())
}

async function readFrom(
  { db, clock, payments }: ReconcileDeps,
  provider: ProviderName,
  read: (known: PaymentProvider) => Promise<ProviderUpdate[]>,
): Promise<void> {
  const known = payments.of(provider)
  if (!known) return
  try {
    const updates = await read(known)
    await db.transaction().execute((tx) => applyUpdates(tx, { provider, source: REQUESTED, updates }, clock.now()))
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
  }
}

export const reconcilePaymentsJob = defineJob('reconcile-payments', { schedule: '* * * * *', run: reconcilePayments })
