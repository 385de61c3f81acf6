import { ApiError } from '@na-regua/contract/errors'
import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../lib/database.ts'
import type {
  CheckoutOrder,
  OpenedCheckout,
  PaymentProvider,
  PaymentUpdate,
  ProviderUpdate,
} from '../../lib/payments/provider.ts'
import { settleCheckout } from './sandbox-checkout.ts'
import { findObject, readSubscriptionObject, type SandboxCheckout, saveObject } from './sandbox-queries.ts'
import { creditOf, nextReportAt, saveSubscription, toPaymentUpdates, toUpdates } from './sandbox-subscription.ts'

const SESSION_MS = 60 * 60_000

/** Simulates payments: a form in our own page, test cards, and a Pix that a button pays. Its state is in our database. */
export function createSandbox({ clock }: { clock: Clock }): PaymentProvider {
  return {
    name: 'sandbox',
    methods: ['card', 'pix'],
    chargesChanges: false,
    openSession: (db, order) => openCheckout(db, order, clock.now()),
    closeSession: closeCheckout,
    readSession: (db, reference) => readCheckout(db, reference, clock.now()),
    readSubscription,
    async creditOf(db, reference) {
      const subscription = await readSubscriptionObject(db, reference)
      return subscription ? creditOf(subscription, clock.now()) : 0
    },
    changePlan: (db, order) => inTransaction(db, (tx) => changePlan(tx, order, clock.now())),
    async cancelSubscription(db, reference) {
      const subscription = await findObject(db, 'subscription', reference)
      if (!subscription) return []
      const cancelled = {
        ...subscription,
        status: 'cancelled',
        toldAt: nextReportAt(subscription, clock.now()),
      } as const
      await saveSubscription(db, reference, cancelled)
      return toUpdates(reference, cancelled)
    },
    async stopRenewal(db, reference) {
      const subscription = await findObject(db, 'subscription', reference)
      if (!subscription || subscription.endsWithPeriod) return subscription ? toUpdates(reference, subscription) : []
      const ending = { ...subscription, endsWithPeriod: true, toldAt: nextReportAt(subscription, clock.now()) }
      await saveSubscription(db, reference, ending)
      return toUpdates(reference, ending)
    },
    refund: refundAll,
  }
}

async function changePlan(tx: Database, order: CheckoutOrder, now: Date): Promise<ProviderUpdate[]> {
  const id = referenceOf(order)
  const checkout = await findObject(tx, 'checkout', id)
  if (!checkout) throw new ApiError('PAYMENT_NOT_FOUND')
  if (checkout.status === 'succeeded') return readCheckout(tx, id, now)
  return settleCheckout(tx, { id, checkout, payer: 'unchanged', now })
}

function inTransaction<T>(db: Database, act: (tx: Database) => Promise<T>): Promise<T> {
  return db.isTransaction ? act(db) : db.transaction().execute(act)
}

function referenceOf({ sessionId }: { sessionId: string }) {
  return `cs_${sessionId}`
}

async function openCheckout(db: Database, order: CheckoutOrder, now: Date): Promise<OpenedCheckout> {
  const { sessionId, userId, planId, amountCents, changes, purchase } = order
  const id = referenceOf(order)
  const existing = await findObject(db, 'checkout', id)
  const { months, priceCents } = purchase
  const state: SandboxCheckout = existing ?? {
    sessionId,
    userId,
    planId,
    months,
    priceCents,
    amountCents,
    changes,
    status: 'pending',
    expiresAt: new Date(now.getTime() + SESSION_MS).toISOString(),
  }
  if (!existing) await saveObject(db, 'checkout', { id, state })
  return { reference: id, clientSecret: `${id}_secret`, expiresAt: new Date(state.expiresAt) }
}

async function closeCheckout(db: Database, reference: string): Promise<void> {
  const state = await findObject(db, 'checkout', reference)
  if (state && state.status !== 'succeeded')
    await saveObject(db, 'checkout', { id: reference, state: { ...state, status: 'expired' } })
}

async function readCheckout(db: Database, reference: string, now: Date): Promise<ProviderUpdate[]> {
  const checkout = await findObject(db, 'checkout', reference)
  if (!checkout) return []
  const { sessionId, method, subscription, expiresAt } = checkout
  const isOver = checkout.status !== 'succeeded' && new Date(expiresAt) <= now
  const status = isOver && checkout.status !== 'failed' ? 'expired' : checkout.status
  const session: ProviderUpdate = { kind: 'session', sessionId, status, method, subscriptionReference: subscription }
  return [session, ...(subscription ? await readSubscription(db, subscription) : [])]
}

async function readSubscription(db: Database, reference: string): Promise<ProviderUpdate[]> {
  const subscription = await findObject(db, 'subscription', reference)
  return subscription ? toUpdates(reference, subscription) : []
}

async function refundAll(db: Database, payments: PaymentUpdate[]): Promise<ProviderUpdate[]> {
  const updates: ProviderUpdate[] = []
  for (const reference of new Set(payments.map(({ subscriptionReference }) => subscriptionReference))) {
    const subscription = await findObject(db, 'subscription', reference)
    if (!subscription) continue
    const refunded = new Set(payments.map((payment) => payment.reference))
    const entries = subscription.payments.map((entry) =>
      refunded.has(entry.reference) && entry.status === 'paid' ? { ...entry, status: 'refunded' as const } : entry,
    )
    await saveSubscription(db, reference, { ...subscription, payments: entries })
    // A refund changes the payments only.
    updates.push(...toPaymentUpdates(reference, { ...subscription, payments: entries }))
  }
  return updates
}
