import { GRACE_DAYS, type PaymentMethod } from '@na-regua/contract/payments'
import type { Database } from '../../lib/database.ts'
import { addMonths, type ProviderFact } from '../../lib/payments/provider.ts'
import { findObject, putObject, type SandboxCheckout, type SandboxSubscription } from './sandbox-queries.ts'

const DAY_MS = 86_400_000

/** What the unused time of the period is worth, in whole cents for the buyer, and what was left over before. */
export function creditOf(subscription: SandboxSubscription, now: Date): number {
  const { priceCents, months, status, creditCents } = subscription
  if (status !== 'active') return creditCents
  const paidUntil = new Date(subscription.paidUntil)
  const length = paidUntil.getTime() - addMonths(paidUntil, -months).getTime()
  const unused = Math.max(0, paidUntil.getTime() - now.getTime())
  return creditCents + Math.ceil((priceCents * unused) / length)
}

type Paid = { reference: string; checkout: SandboxCheckout; now: Date }

/** A checkout was paid: opens its subscription. */
export function openSubscription({ checkout, now }: Omit<Paid, 'reference'>, payer: SandboxSubscription['payer']) {
  const { userId, planId, months, priceCents } = checkout
  const told = now.toISOString()
  const periodless = { periodStartsAt: told, paidUntil: addMonths(now, months).toISOString(), toldAt: told }
  const subscription: SandboxSubscription = {
    ...{ userId, planId, months, priceCents, payer, ...periodless },
    ...{ status: 'active', creditCents: 0, payments: [] },
  }
  return subscription
}

/** The same plan once more begins where the last period ends; another one begins now, and what is left over is kept. */
export function changeSubscription(
  before: SandboxSubscription,
  { checkout, now }: Omit<Paid, 'reference'>,
  payer: SandboxSubscription['payer'],
): SandboxSubscription {
  const { planId, months, priceCents, amountCents } = checkout
  const isSame = planId === before.planId
  const startsAt = isSame ? new Date(before.paidUntil) : now
  const creditCents = isSame ? before.creditCents : Math.max(0, creditOf(before, now) - (priceCents - amountCents))
  return {
    ...{ ...before, planId, months, priceCents, payer, creditCents, status: 'active' },
    periodStartsAt: isSame && before.status === 'active' ? before.periodStartsAt : startsAt.toISOString(),
    paidUntil: addMonths(startsAt, months).toISOString(),
    toldAt: after(before, now),
  }
}

/** Two acts of one instant still have an order. */
export function after({ toldAt }: Pick<SandboxSubscription, 'toldAt'>, now: Date): string {
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

/** Writes the bill of one period. One over nothing is none. */
export function noteCharge(subscription: SandboxSubscription, charge: Charge): SandboxSubscription {
  const { reference, amountCents, method, status, from, now } = charge
  if (amountCents === 0) return subscription
  const entry = {
    reference: `${reference}:${subscription.payments.length + 1}`,
    planId: subscription.planId,
    ...{ amountCents, method, status },
    periodStartsAt: from.toISOString(),
    periodEndsAt: addMonths(from, subscription.months).toISOString(),
    toldAt: now.toISOString(),
  }
  return { ...subscription, payments: [...subscription.payments, entry] }
}

/** What happens at the end of a period, and at the end of the grace that follows when nobody paid. */
function advance(reference: string, subscription: SandboxSubscription, now: Date): SandboxSubscription {
  const { payer, priceCents, months, creditCents, status } = subscription
  const toldAt = after(subscription, now)
  if (status === 'past_due') return { ...subscription, status: 'cancelled', toldAt }
  const from = new Date(subscription.paidUntil)
  const amountCents = Math.max(0, priceCents - creditCents)
  const charge = { reference, amountCents, from, now, method: 'card' } as const
  if (payer === 'pix' && amountCents > 0) return { ...subscription, status: 'past_due', toldAt }
  if (payer === 'failing' && amountCents > 0)
    return noteCharge({ ...subscription, status: 'past_due', toldAt }, { ...charge, status: 'failed' })
  const renewed = {
    ...{
      ...subscription,
      toldAt,
      periodStartsAt: from.toISOString(),
      paidUntil: addMonths(from, months).toISOString(),
    },
    creditCents: creditCents - (priceCents - amountCents),
  }
  return noteCharge(renewed, { ...charge, status: 'paid' })
}

export async function keepSubscription(db: Database, id: string, state: SandboxSubscription): Promise<void> {
  const end = new Date(state.paidUntil).getTime()
  const dueAt = { active: new Date(end), past_due: new Date(end + GRACE_DAYS * DAY_MS), cancelled: null }[state.status]
  await putObject(db, 'subscription', { id, state, dueAt })
}

/** Everything about it, as it stands. */
export function factsOf(reference: string, subscription: SandboxSubscription): ProviderFact[] {
  const { userId, planId, status, payer } = subscription
  const [periodStartsAt, paidUntil] = [new Date(subscription.periodStartsAt), new Date(subscription.paidUntil)]
  const own = { userId, planId, reference, status, periodStartsAt, paidUntil }
  const told = new Date(subscription.toldAt)
  const payments = subscription.payments.map(
    (entry): ProviderFact => ({
      ...{ ...entry, kind: 'payment', userId, subscriptionReference: reference },
      periodStartsAt: new Date(entry.periodStartsAt),
      periodEndsAt: new Date(entry.periodEndsAt),
      toldAt: new Date(entry.toldAt),
    }),
  )
  return [{ ...own, kind: 'subscription', renewsItself: payer !== 'pix', toldAt: told }, ...payments]
}

/** Does what is due by now, and says how it stands. */
export async function renewSubscription(tx: Database, reference: string, now: Date): Promise<ProviderFact[]> {
  const subscription = await findObject(tx, 'subscription', reference)
  if (!subscription || subscription.status === 'cancelled') return []
  const next = advance(reference, subscription, now)
  await keepSubscription(tx, reference, next)
  return factsOf(reference, next)
}
