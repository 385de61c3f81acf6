import { ApiError } from '@na-regua/contract/errors'
import { type PaymentStatus, PIX_MINUTES } from '@na-regua/contract/payments'
import type { Database } from '../../lib/database.ts'
import type { ProviderFact } from '../../lib/payments/provider.ts'
import { judgeCard } from './card.ts'
import { writePixCode } from './pix-code.ts'
import { findObject, putObject, type SandboxCheckout, type SandboxSubscription } from './sandbox-queries.ts'
import { changeSubscription, factsOf, keepSubscription, noteCharge, openSubscription } from './sandbox-subscription.ts'

type Payer = SandboxSubscription['payer']
type Settling = { id: string; checkout: SandboxCheckout; payer: Payer | 'kept'; now: Date }
type Answer = { status: PaymentStatus; facts: ProviderFact[] }

/** The money is there: opens the subscription, or changes the one that the checkout names. */
export async function settleCheckout(db: Database, { id, checkout, payer, now }: Settling): Promise<ProviderFact[]> {
  const before = checkout.changes ? await findObject(db, 'subscription', checkout.changes) : undefined
  const reference = checkout.changes ?? `sub_${checkout.sessionId}`
  const paying = payer === 'kept' ? (before?.payer ?? 'card') : payer
  const subscription =
    before && before.status !== 'cancelled'
      ? changeSubscription(before, { checkout, now }, paying)
      : openSubscription({ checkout, now }, paying)
  const method = paying === 'pix' ? 'pix' : 'card'
  const isSame = before?.planId === checkout.planId
  const from = before && isSame ? new Date(before.paidUntil) : now
  const { amountCents } = checkout
  const billed = noteCharge(subscription, { reference, amountCents, method, status: 'paid', from, now })
  await keepSubscription(db, reference, billed)
  const settled = { ...checkout, status: 'succeeded', method, subscription: reference } as const
  await putObject(db, 'checkout', { id, state: settled })
  return [sessionFact(settled), ...factsOf(reference, billed)]
}

type Card = Parameters<typeof judgeCard>[0]

/** Throws CARD_INVALID for what is no card. A declined one may be followed by another. */
export async function payByCard(db: Database, id: string, card: Card, now: Date): Promise<Answer> {
  const outcome = judgeCard(card, now)
  const checkout = await getOpen(db, id, now)
  if (outcome === 'succeeds') return paid(await settleCheckout(db, { id, checkout, payer: 'card', now }))
  if (outcome === 'failsToRenew') return paid(await settleCheckout(db, { id, checkout, payer: 'failing', now }))
  const status = ({ declined: 'failed', asksForConfirmation: 'requires_action', staysPending: 'pending' } as const)[
    outcome
  ]
  const state: SandboxCheckout = { ...checkout, status, outcome, method: 'card' }
  await putObject(db, 'checkout', { id, state })
  return { status, facts: [sessionFact(state)] }
}

/** What the person said to the bank; nothing where the bank did not ask. */
export async function confirmWithBank(db: Database, id: string, isApproved: boolean, now: Date): Promise<Answer> {
  const checkout = await getOpen(db, id, now)
  if (checkout.status !== 'requires_action') throw new ApiError('PAYMENT_CLOSED')
  if (isApproved) return paid(await settleCheckout(db, { id, checkout, payer: 'card', now }))
  const state: SandboxCheckout = { ...checkout, status: 'failed' }
  await putObject(db, 'checkout', { id, state })
  return { status: 'failed', facts: [sessionFact(state)] }
}

/** The same code while it can be paid, then another. */
export async function getPixCode(db: Database, id: string, now: Date) {
  const checkout = await getOpen(db, id, now)
  if (checkout.pix && new Date(checkout.pix.expiresAt) > now) return checkout.pix
  const merchant = { key: 'pix@naregua.test', name: 'Na Regua', city: 'Goiania' }
  const txid = checkout.sessionId.replaceAll(/[^A-Za-z0-9]/g, '')
  const copyPaste = writePixCode({ ...merchant, amountCents: checkout.amountCents, txid })
  const pix = { copyPaste, expiresAt: new Date(now.getTime() + PIX_MINUTES * 60_000).toISOString() }
  await putObject(db, 'checkout', { id, state: { ...checkout, pix, method: 'pix', status: 'pending' } })
  return pix
}

export async function payByPix(db: Database, id: string, now: Date): Promise<Answer> {
  const checkout = await getOpen(db, id, now)
  if (!checkout.pix || new Date(checkout.pix.expiresAt) <= now) throw new ApiError('PIX_EXPIRED')
  return paid(await settleCheckout(db, { id, checkout, payer: 'pix', now }))
}

/** What is still to be paid. Throws PAYMENT_CLOSED when it was paid, closed, or took too long. */
async function getOpen(db: Database, id: string, now: Date): Promise<SandboxCheckout> {
  const checkout = await findObject(db, 'checkout', id)
  if (!checkout) throw new ApiError('NOT_FOUND')
  const isClosed = checkout.status === 'succeeded' || checkout.status === 'expired'
  if (isClosed || new Date(checkout.expiresAt) <= now) throw new ApiError('PAYMENT_CLOSED')
  return checkout
}

function paid(facts: ProviderFact[]): Answer {
  return { status: 'succeeded', facts }
}

function sessionFact({ sessionId, status, method, subscription }: SandboxCheckout): ProviderFact {
  return { kind: 'session', sessionId, status, method, subscriptionReference: subscription }
}
