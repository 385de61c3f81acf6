import type { PaymentStatus } from '@na-regua/contract/payments'
import type Stripe from 'stripe'
import type { PaymentUpdate, ProviderUpdate, Purpose, SessionUpdate, SubscriptionUpdate } from './provider.ts'

type StripeObject = Stripe.Checkout.Session | Stripe.Subscription | Stripe.Invoice | Stripe.Refund

/** Converts an object of Stripe's; empty when it is not ours. */
export function toProviderUpdates(object: StripeObject, reportedAt: Date): ProviderUpdate[] {
  if (object.object === 'checkout.session') return toSession(object)
  if (object.object === 'subscription') return toSubscription(object, reportedAt)
  if (object.object === 'invoice') return toPayment(object, reportedAt)
  return []
}

const at = (seconds: number) => new Date(seconds * 1000)

/** The id of a reference, expanded or not. */
export function idOf(reference: string | { id: string } | null | undefined): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id
}

function toPurpose(metadata: Stripe.Metadata | null | undefined): Purpose | undefined {
  const { userId, planId } = metadata ?? {}
  return userId && planId ? { userId, planId } : undefined
}

function toSession(session: Stripe.Checkout.Session): SessionUpdate[] {
  const sessionId = session.metadata?.sessionId
  if (!sessionId) return []
  const subscriptionReference = idOf(session.subscription)
  return [{ kind: 'session', sessionId, status: statusOf(session), method: 'card', subscriptionReference }]
}

function statusOf({ status, payment_status }: Stripe.Checkout.Session): PaymentStatus {
  if (status === 'expired') return 'expired'
  return status === 'complete' && payment_status !== 'unpaid' ? 'succeeded' : 'pending'
}

const states: Record<string, SubscriptionUpdate['status']> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
  canceled: 'cancelled',
  incomplete_expired: 'cancelled',
}

/** Subscriptions that were never paid are ignored. While a renewal fails, Stripe's period has advanced already: only its start is paid. */
function toSubscription(subscription: Stripe.Subscription, reportedAt: Date): SubscriptionUpdate[] {
  const purpose = toPurpose(subscription.metadata)
  const status = states[subscription.status]
  const [item] = subscription.items.data
  if (!purpose || !status || !item) return []
  const periodStartsAt = at(item.current_period_start)
  const paidUntil = status === 'past_due' ? periodStartsAt : at(item.current_period_end)
  const renewsItself = !subscription.cancel_at_period_end && subscription.collection_method !== 'send_invoice'
  const reference = subscription.id
  return [{ ...purpose, kind: 'subscription', reference, status, periodStartsAt, paidUntil, renewsItself, reportedAt }]
}

/** The payment of one period. Invoices over zero are ignored. */
function toPayment(invoice: Stripe.Invoice, reportedAt: Date): PaymentUpdate[] {
  const details = invoice.parent?.subscription_details
  const purpose = toPurpose(details?.metadata)
  const subscriptionReference = idOf(details?.subscription)
  const isPaid = invoice.status === 'paid'
  const amountCents = isPaid ? invoice.amount_paid : invoice.amount_due
  const periods = invoice.lines.data.map(({ period }) => period).sort((a, b) => b.end - a.end)
  const [period] = periods
  if (!purpose || !subscriptionReference || !period || amountCents <= 0) return []
  if (!isPaid && invoice.attempt_count === 0) return []
  const paidAt = invoice.status_transitions.paid_at
  const payment = { reference: invoice.id, subscriptionReference, amountCents, method: 'card' as const }
  const when = { periodStartsAt: at(period.start), periodEndsAt: at(period.end) }
  return [
    {
      ...purpose,
      ...payment,
      ...when,
      kind: 'payment',
      status: isPaid ? 'paid' : 'failed',
      reportedAt: isPaid && paidAt ? at(paidAt) : reportedAt,
    },
  ]
}
