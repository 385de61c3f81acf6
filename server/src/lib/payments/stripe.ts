import type Stripe from 'stripe'
import type { Clock } from '../clock.ts'
import type { StripeConfig } from '../config.ts'
import type {
  CheckoutOrder,
  OpenedCheckout,
  PaymentFact,
  PaymentProvider,
  ProviderEvent,
  ProviderFact,
} from './provider.ts'
import { createStripeClient, requestStripe, type StripeClient } from './stripe-client.ts'
import { idOf, toProviderFacts } from './stripe-events.ts'

export type StripeProvider = PaymentProvider & {
  /** What a signed call of theirs says. Throws WEBHOOK_INVALID for a wrong signature, and for one older than five minutes. */
  parseEvent(raw: Buffer, signature: string | undefined): Promise<ProviderEvent>
  portalUrl(reference: string, returnUrl: string): Promise<string>
}

/** The real SDK, loaded when the first person pays. Its address is configurable, so that tests speak with a double. */
export function createStripe({ config, clock }: { config: StripeConfig; clock: Clock }): StripeProvider {
  const reach = createStripeClient(config, clock)
  return {
    name: 'stripe',
    methods: ['card'],
    publishableKey: config.publishableKey,
    changesByItself: true,
    openSession: (_, order) => openCheckout(reach, order),
    closeSession: (_, reference) => closeCheckout(reach, reference),
    readSession: (_, reference) => readCheckout(reach, reference),
    readSubscription: (_, reference) => readSubscription(reach, reference),
    // Stripe reckons it when the plan changes.
    creditOf: async () => 0,
    changePlan: (_, order) => changePlan(reach, order),
    cancelSubscription: (_, reference) => cancelSubscription(reach, reference),
    refund: (_, payments) => refundAll(reach, payments),
    parseEvent: reach.parseEvent,
    portalUrl: (reference, returnUrl) => openPortal(reach, reference, returnUrl),
  }
}

/** Prices stand in our base: Stripe is told them with each sale, under one product of a plan. */
async function priceOf(reach: StripeClient, { planId, goods }: CheckoutOrder) {
  const product = await reach.findProduct(`na-regua-${planId}`, goods.name)
  const interval = goods.months % 12 === 0 ? 'year' : 'month'
  const interval_count = interval === 'year' ? goods.months / 12 : goods.months
  return { currency: 'brl', product, unit_amount: goods.priceCents, recurring: { interval, interval_count } } as const
}

async function openCheckout(reach: StripeClient, order: CheckoutOrder): Promise<OpenedCheckout> {
  const { sessionId, userId, planId, email, returnUrl } = order
  const session = await requestStripe(reach, async (stripe) =>
    stripe.checkout.sessions.create(
      {
        mode: 'subscription',
        ui_mode: 'embedded_page',
        locale: 'pt-BR',
        customer_email: email,
        client_reference_id: userId,
        line_items: [{ quantity: 1, price_data: await priceOf(reach, order) }],
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

async function closeCheckout(reach: StripeClient, reference: string): Promise<void> {
  await requestStripe(reach, (stripe) => stripe.checkout.sessions.expire(reference), { unless: () => undefined })
}

async function readCheckout(reach: StripeClient, reference: string): Promise<ProviderFact[]> {
  const session = await requestStripe(reach, (stripe) => stripe.checkout.sessions.retrieve(reference))
  const subscription = idOf(session.subscription)
  return [...reach.hear(session), ...(subscription ? await readSubscription(reach, subscription) : [])]
}

async function readSubscription(reach: StripeClient, reference: string): Promise<ProviderFact[]> {
  const subscription = await requestStripe(reach, (stripe) => stripe.subscriptions.retrieve(reference))
  const invoices = await requestStripe(reach, (stripe) => stripe.invoices.list({ subscription: reference, limit: 3 }))
  const toldAt = reach.timeOf(invoices)
  return [...reach.hear(subscription), ...invoices.data.flatMap((invoice) => toProviderFacts(invoice, toldAt))]
}

/** At once, and charged at once: what the card does not pay does not happen. */
async function changePlan(reach: StripeClient, order: CheckoutOrder & { changes: string }): Promise<ProviderFact[]> {
  const { changes, userId, planId, sessionId } = order
  const before = await requestStripe(reach, (stripe) => stripe.subscriptions.retrieve(changes))
  const price_data = await priceOf(reach, order)
  await requestStripe(reach, (stripe) =>
    stripe.subscriptions.update(
      changes,
      {
        items: [{ id: before.items.data[0]?.id, price_data }],
        metadata: { userId, planId },
        proration_behavior: 'always_invoice',
        payment_behavior: 'error_if_incomplete',
      },
      { idempotencyKey: `change:${sessionId}` },
    ),
  )
  const done: ProviderFact = {
    kind: 'session',
    sessionId,
    status: 'succeeded',
    method: 'card',
    subscriptionReference: changes,
  }
  return [done, ...(await readSubscription(reach, changes))]
}

async function cancelSubscription(reach: StripeClient, reference: string): Promise<ProviderFact[]> {
  // One that is cancelled already cannot be found for this.
  const cancelled = await requestStripe(reach, (stripe) => stripe.subscriptions.cancel(reference), {
    unless: () => requestStripe(reach, (stripe) => stripe.subscriptions.retrieve(reference)),
  })
  return reach.hear(cancelled)
}

async function refundAll(reach: StripeClient, payments: PaymentFact[]): Promise<ProviderFact[]> {
  const facts: ProviderFact[] = []
  for (const payment of payments) {
    const paid = await requestStripe(reach, (stripe) =>
      stripe.invoicePayments.list({ invoice: payment.reference, status: 'paid' }),
    )
    for (const { payment: means } of paid.data) {
      const payment_intent = idOf(means.payment_intent)
      if (payment_intent) await refund(reach, payment_intent, payment.reference)
    }
    facts.push({ ...payment, status: 'refunded' })
  }
  return facts
}

async function refund(reach: StripeClient, payment_intent: string, invoice: string): Promise<void> {
  const idempotencyKey = `refund:${payment_intent}`
  await requestStripe(reach, (stripe) =>
    stripe.refunds.create({ payment_intent, metadata: { invoice } }, { idempotencyKey }),
  )
}

async function openPortal(reach: StripeClient, reference: string, return_url: string): Promise<string> {
  const subscription: Stripe.Subscription = await requestStripe(reach, (stripe) =>
    stripe.subscriptions.retrieve(reference),
  )
  const customer = idOf(subscription.customer) ?? ''
  const { url } = await requestStripe(reach, (stripe) => stripe.billingPortal.sessions.create({ customer, return_url }))
  return url
}
