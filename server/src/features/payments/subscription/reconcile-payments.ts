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
import { runAll } from '../../../lib/worker/run-sweeps.ts'
import { applyUpdates } from '../events/apply-updates.ts'
import { REQUESTED } from '../events/rules.ts'
import { expireSessions, takeUncheckedSessions, takeUncheckedSubscriptions } from './queries.ts'

type ReconcileDeps = { db: DatabasePool; clock: Clock; payments: Payments }

/** Reads state whose event may have been lost. When a provider is unavailable, nothing changes and the next run retries. */
async function reconcilePayments(deps: ReconcileDeps): Promise<void> {
  const { db, clock } = deps
  await runAll([
    ['open sessions', () => readUnchecked(deps, 'readSession', takeUncheckedSessions)],
    ['open subscriptions', () => readUnchecked(deps, 'readSubscription', takeUncheckedSubscriptions)],
    ['expired sessions', () => expireSessions(db, clock.now())],
  ])
}

async function readUnchecked(
  deps: ReconcileDeps,
  method: 'readSession' | 'readSubscription',
  take: typeof takeUncheckedSessions,
): Promise<void> {
  const { db, clock } = deps
  const unchecked = await take(db, clock.now())
  const read = ({ provider, reference }: (typeof unchecked)[number]) =>
    readFrom(deps, provider, (known) => known[method](db, reference))
  await runAll(unchecked.map((item) => [item.id, () => read(item)]))
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
