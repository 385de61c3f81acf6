import { GRACE_DAYS, type PaymentMethod } from '@na-regua/contract/payments'
import type { Database } from '../../lib/database.ts'
import { addMonths, type ProviderUpdate } from '../../lib/payments/provider.ts'
import { findObject, type SandboxCheckout, type SandboxSubscription, saveObject } from './sandbox-queries.ts'

const DAY_MS = 86_400_000

/** Value of the unused time of the period, rounded up to cents, plus the existing credit. */
export function creditOf(subscription: SandboxSubscription, now: Date): number {
  const { priceCents, months, status, creditCents } = subscription
  if (status !== 'active') return creditCents
  const paidUntil = new Date(subscription.paidUntil)
  const length = paidUntil.getTime() - addMonths(paidUntil, -months).getTime()
  const unused = Math.max(0, paidUntil.getTime() - now.getTime())
  return creditCents + Math.ceil((priceCents * unused) / length)
}

type PaidCheckout = { reference: string; checkout: SandboxCheckout; now: Date }

export function openSubscription(
  { checkout, now }: Omit<PaidCheckout, 'reference'>,
  payer: SandboxSubscription['payer'],
) {
  const { userId, planId, months, priceCents } = checkout
  const startsAt = now.toISOString()
  const period = { periodStartsAt: startsAt, paidUntil: addMonths(now, months).toISOString(), toldAt: startsAt }
  const subscription: SandboxSubscription = {
    userId,
    planId,
    months,
    priceCents,
    payer,
    ...period,
    status: 'active',
    creditCents: 0,
    payments: [],
  }
  return subscription
}

/** The same plan again starts at the end of the last period; another one starts now and keeps the remaining credit. */
export function changeSubscription(
  before: SandboxSubscription,
  { checkout, now }: Omit<PaidCheckout, 'reference'>,
  payer: SandboxSubscription['payer'],
): SandboxSubscription {
  const { planId, months, priceCents, amountCents } = checkout
  const isSame = planId === before.planId
  const startsAt = isSame ? new Date(before.paidUntil) : now
  const creditCents = isSame ? before.creditCents : Math.max(0, creditOf(before, now) - (priceCents - amountCents))
  return {
    ...before,
    planId,
    months,
    priceCents,
    payer,
    creditCents,
    status: 'active',
    endsWithPeriod: false,
    periodStartsAt: isSame && before.status === 'active' ? before.periodStartsAt : startsAt.toISOString(),
    paidUntil: addMonths(startsAt, months).toISOString(),
    toldAt: nextReportAt(before, now),
  }
}

/** Strictly increasing, so that two changes in one instant have an order. */
export function nextReportAt({ toldAt }: Pick<SandboxSubscription, 'toldAt'>, now: Date): string {
  return new Date(Math.max(now.getTime(), new Date(toldAt).getTime() + 1)).toISOString()
}

type Charge = {
  reference: string
  amountCents: number
  method: PaymentMethod
  status: 'failed' | 'paid'
  from: Date
  now: Date
}

/** Appends the payment of one period; none over zero. */
export function addPayment(subscription: SandboxSubscription, charge: Charge): SandboxSubscription {
  const { reference, amountCents, method, status, from, now } = charge
  if (amountCents === 0) return subscription
  const entry = {
    reference: `${reference}:${subscription.payments.length + 1}`,
    planId: subscription.planId,
    amountCents,
    method,
    status,
    periodStartsAt: from.toISOString(),
    periodEndsAt: addMonths(from, subscription.months).toISOString(),
    toldAt: now.toISOString(),
  }
  return { ...subscription, payments: [...subscription.payments, entry] }
}

/** The next state at the end of a period, or at the end of the grace period after a failed renewal. */
function computeNextState(reference: string, subscription: SandboxSubscription, now: Date): SandboxSubscription {
  const { payer, priceCents, months, creditCents, status } = subscription
  const toldAt = nextReportAt(subscription, now)
  if (status === 'past_due' || subscription.endsWithPeriod) return { ...subscription, status: 'cancelled', toldAt }
  const from = new Date(subscription.paidUntil)
  const amountCents = Math.max(0, priceCents - creditCents)
  const charge = { reference, amountCents, from, now, method: 'card' } as const
  if (payer === 'pix' && amountCents > 0) return { ...subscription, status: 'past_due', toldAt }
  if (payer === 'failing' && amountCents > 0)
    return addPayment({ ...subscription, status: 'past_due', toldAt }, { ...charge, status: 'failed' })
  const renewed = {
    ...subscription,
    toldAt,
    periodStartsAt: from.toISOString(),
    paidUntil: addMonths(from, months).toISOString(),
    creditCents: creditCents - (priceCents - amountCents),
  }
  return addPayment(renewed, { ...charge, status: 'paid' })
}

export async function saveSubscription(db: Database, id: string, state: SandboxSubscription): Promise<void> {
  const end = new Date(state.paidUntil).getTime()
  const dueAt = { active: new Date(end), past_due: new Date(end + GRACE_DAYS * DAY_MS), cancelled: null }[state.status]
  await saveObject(db, 'subscription', { id, state, dueAt })
}

/** The complete current state. */
export function toUpdates(reference: string, subscription: SandboxSubscription): ProviderUpdate[] {
  const { userId, planId, status, payer, endsWithPeriod = false } = subscription
  const periodStartsAt = new Date(subscription.periodStartsAt)
  const paidUntil = new Date(subscription.paidUntil)
  const own = { userId, planId, reference, status, periodStartsAt, paidUntil }
  const renewsItself = payer !== 'pix' && !endsWithPeriod
  return [
    { ...own, kind: 'subscription', renewsItself, reportedAt: new Date(subscription.toldAt) },
    ...toPaymentUpdates(reference, subscription),
  ]
}

export function toPaymentUpdates(reference: string, { userId, payments }: SandboxSubscription): ProviderUpdate[] {
  return payments.map(({ toldAt, ...entry }) => ({
    ...entry,
    kind: 'payment',
    userId,
    subscriptionReference: reference,
    periodStartsAt: new Date(entry.periodStartsAt),
    periodEndsAt: new Date(entry.periodEndsAt),
    reportedAt: new Date(toldAt),
  }))
}

export async function renewSubscription(tx: Database, reference: string, now: Date): Promise<ProviderUpdate[]> {
  const subscription = await findObject(tx, 'subscription', reference)
  if (!subscription || subscription.status === 'cancelled') return []
  const next = computeNextState(reference, subscription, now)
  await saveSubscription(tx, reference, next)
  return toUpdates(reference, next)
}
