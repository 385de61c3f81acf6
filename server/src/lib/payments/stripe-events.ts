import type { PaymentStatus } from '@na-regua/contract/payments'
import type Stripe from 'stripe'
import type { PaymentFact, ProviderFact, Purpose, SessionFact, SubscriptionFact } from './provider.ts'

type Spoken = Stripe.Checkout.Session | Stripe.Subscription | Stripe.Invoice | Stripe.Refund

/** What an object of Stripe's says to us; nothing when it is none of ours. Seconds become instants. */
export function toProviderFacts(object: Spoken, toldAt: Date): ProviderFact[] {
  if (object.object === 'checkout.session') return toSession(object)
  if (object.object === 'subscription') return toSubscription(object, toldAt)
  if (object.object === 'invoice') return toPayment(object, toldAt)
  return []
}

const at = (seconds: number) => new Date(seconds * 1000)

/** What a reference points to, whether it was expanded or not. */
export function idOf(reference: string | { id: string } | null | undefined): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id
}

function toPurpose(metadata: Stripe.Metadata | null | undefined): Purpose | undefined {
  const { userId, planId } = metadata ?? {}
  return userId && planId ? { userId, planId } : undefined
}

function toSession(session: Stripe.Checkout.Session): SessionFact[] {
  const sessionId = session.metadata?.sessionId
  if (!sessionId) return []
  const subscriptionReference = idOf(session.subscription)
  return [{ kind: 'session', sessionId, status: statusOf(session), method: 'card', subscriptionReference }]
}

function statusOf({ status, payment_status }: Stripe.Checkout.Session): PaymentStatus {
  if (status === 'expired') return 'expired'
  return status === 'complete' && payment_status !== 'unpaid' ? 'succeeded' : 'pending'
}

const states: Record<string, SubscriptionFact['status']> = {
  active: 'active',
  trialing: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  paused: 'past_due',
  canceled: 'cancelled',
  incomplete_expired: 'cancelled',
}

/** One that was never paid is none yet. While a renewal fails the period has moved on already, and was paid until its beginning. */
function toSubscription(subscription: Stripe.Subscription, toldAt: Date): SubscriptionFact[] {
  const purpose = toPurpose(subscription.metadata)
  const status = states[subscription.status]
  const [item] = subscription.items.data
  if (!purpose || !status || !item) return []
  const periodStartsAt = at(item.current_period_start)
  const paidUntil = status === 'past_due' ? periodStartsAt : at(item.current_period_end)
  const renewsItself = !subscription.cancel_at_period_end && subscription.collection_method !== 'send_invoice'
  const reference = subscription.id
  return [{ ...purpose, kind: 'subscription', reference, status, periodStartsAt, paidUntil, renewsItself, toldAt }]
}

/** The bill of one period. One over nothing is none. */
function toPayment(invoice: Stripe.Invoice, toldAt: Date): PaymentFact[] {
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
  const fact = { reference: invoice.id, subscriptionReference, amountCents, method: 'card' as const }
  const when = { periodStartsAt: at(period.start), periodEndsAt: at(period.end) }
  return [
    {
      ...{ ...purpose, ...fact, ...when, kind: 'payment', status: isPaid ? 'paid' : 'failed' },
      toldAt: isPaid && paidAt ? at(paidAt) : toldAt,
    },
  ]
}
