import type Stripe from 'stripe'
import type { Clock } from '../clock.ts'
import type { StripeConfig } from '../config.ts'
import type {
  CheckoutOrder,
  OpenedCheckout,
  PaymentProvider,
  PaymentUpdate,
  ProviderEvent,
  ProviderUpdate,
} from './provider.ts'
import { createStripeClient, requestStripe, type StripeClient } from './stripe-client.ts'
import { idOf, toProviderUpdates } from './stripe-events.ts'

export type StripeProvider = PaymentProvider & {
  /** Verifies and parses a webhook. Throws WEBHOOK_INVALID for a wrong signature or one older than five minutes. */
  parseEvent(raw: Buffer, signature: string | undefined): Promise<ProviderEvent>
  portalUrl(reference: string, returnUrl: string): Promise<string>
}

/** The SDK is loaded at the first payment. Its URL is configurable for tests. */
export function createStripe({ config, clock }: { config: StripeConfig; clock: Clock }): StripeProvider {
  const client = createStripeClient(config, clock)
  return {
    name: 'stripe',
    methods: ['card'],
    publishableKey: config.publishableKey,
    chargesChanges: true,
    openSession: (_, order) => openCheckout(client, order),
    closeSession: (_, reference) => closeCheckout(client, reference),
    readSession: (_, reference) => readCheckout(client, reference),
    readSubscription: (_, reference) => readSubscription(client, reference),
    // Stripe computes the proration itself.
    creditOf: async () => 0,
    changePlan: (_, order) => changePlan(client, order),
    cancelSubscription: (_, reference) => cancelSubscription(client, reference),
    stopRenewal: (_, reference) => stopRenewal(client, reference),
    refund: (_, payments) => refundAll(client, payments),
    parseEvent: client.parseEvent,
    portalUrl: (reference, returnUrl) => openPortal(client, reference, returnUrl),
  }
}

/** Prices are in our database: each sale sends them to Stripe, under one product per plan. */
async function priceOf(client: StripeClient, { planId, purchase: goods }: CheckoutOrder) {
  const product = await client.ensureProduct(`na-regua-${planId}`, goods.name)
  const interval = goods.months % 12 === 0 ? 'year' : 'month'
  const interval_count = interval === 'year' ? goods.months / 12 : goods.months
  return { currency: 'brl', product, unit_amount: goods.priceCents, recurring: { interval, interval_count } } as const
}

async function openCheckout(client: StripeClient, order: CheckoutOrder): Promise<OpenedCheckout> {
  const { sessionId, userId, planId, email, returnUrl } = order
  const session = await requestStripe(client, async (stripe) =>
    stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        ui_mode: 'embedded_page',
        locale: 'pt-BR',
        customer_email: email,
        client_reference_id: userId,
        line_items: [{ quantity: 1, price_data: await priceOf(client, order) }],
        metadata: { sessionId, userId, planId },
        subscription_data: { metadata: { userId, planId } },
        return_url: returnUrl,
      },
      { idempotencyKey: sessionId },
    ),
  )
  const { id: reference, client_secret: clientSecret, expires_at } = session
  return { reference, clientSecret: clientSecret ?? '', expiresAt: new Date(expires_at * 1000) }
}

async function closeCheckout(client: StripeClient, reference: string): Promise<void> {
  await requestStripe(client, (stripe) => stripe.checkout.sessions.expire(reference), { unless: () => undefined })
}

async function readCheckout(client: StripeClient, reference: string): Promise<ProviderUpdate[]> {
  const session = await requestStripe(client, (stripe) => stripe.checkout.sessions.retrieve(reference))
  const subscription = idOf(session.subscription)
  return [...client.toUpdates(session), ...(subscription ? await readSubscription(client, subscription) : [])]
}

async function readSubscription(client: StripeClient, reference: string): Promise<ProviderUpdate[]> {
  const subscription = await requestStripe(client, (stripe) => stripe.subscriptions.retrieve(reference))
  const invoices = await requestStripe(client, (stripe) => stripe.invoices.list({ subscription: reference, limit: 3 }))
  const reportedAt = client.timeOf(invoices)
  return [
    ...client.toUpdates(subscription),
    ...invoices.data.flatMap((invoice) => toProviderUpdates(invoice, reportedAt)),
  ]
}

/** Charged immediately; without a successful charge the plan does not change. */
async function changePlan(client: StripeClient, order: CheckoutOrder & { changes: string }): Promise<ProviderUpdate[]> {
  const { changes, userId, planId, sessionId } = order
  const before = await requestStripe(client, (stripe) => stripe.subscriptions.retrieve(changes))
  const price_data = await priceOf(client, order)
  await requestStripe(client, (stripe) =>
    stripe.subscriptions.update(
      changes,
      {
        items: [{ id: before.items.data[0]?.id, price_data }],
        metadata: { userId, planId },
        cancel_at_period_end: false,
        proration_behavior: 'always_invoice',
        payment_behavior: 'error_if_incomplete',
      },
      { idempotencyKey: `change:${sessionId}` },
    ),
  )
  const done: ProviderUpdate = {
    kind: 'session',
    sessionId,
    status: 'succeeded',
    method: 'card',
    subscriptionReference: changes,
  }
  return [done, ...(await readSubscription(client, changes))]
}

async function cancelSubscription(client: StripeClient, reference: string): Promise<ProviderUpdate[]> {
  // Stripe reports a subscription that is already cancelled as missing.
  const cancelled = await requestStripe(client, (stripe) => stripe.subscriptions.cancel(reference), {
    unless: () => requestStripe(client, (stripe) => stripe.subscriptions.retrieve(reference)),
  })
  return client.toUpdates(cancelled)
}

async function stopRenewal(client: StripeClient, reference: string): Promise<ProviderUpdate[]> {
  const ending = await requestStripe(client, (stripe) =>
    stripe.subscriptions.update(reference, { cancel_at_period_end: true }),
  )
  return client.toUpdates(ending)
}

async function refundAll(client: StripeClient, payments: PaymentUpdate[]): Promise<ProviderUpdate[]> {
  const updates: ProviderUpdate[] = []
  for (const payment of payments) {
    const paid = await requestStripe(client, (stripe) =>
      stripe.invoicePayments.list({ invoice: payment.reference, status: 'paid' }),
    )
    for (const { payment: source } of paid.data) {
      const payment_intent = idOf(source.payment_intent)
      if (payment_intent) await refund(client, payment_intent, payment.reference)
    }
    updates.push({ ...payment, status: 'refunded' })
  }
  return updates
}

async function refund(client: StripeClient, payment_intent: string, invoice: string): Promise<void> {
  const idempotencyKey = `refund:${payment_intent}`
  await requestStripe(client, (stripe) =>
    stripe.refunds.create({ payment_intent, metadata: { invoice } }, { idempotencyKey }),
  )
}

async function openPortal(client: StripeClient, reference: string, return_url: string): Promise<string> {
  const subscription: Stripe.Subscription = await requestStripe(client, (stripe) =>
    stripe.subscriptions.retrieve(reference),
  )
  const customer = idOf(subscription.customer) ?? ''
  const { url } = await requestStripe(client, (stripe) =>
    stripe.billingPortal.sessions.create({ customer, return_url }),
  )
  return url
}
