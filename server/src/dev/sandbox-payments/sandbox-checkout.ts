import { generatePixPayload } from '@brazilian-utils/brazilian-utils/generate-pix-payload'
import { ApiError } from '@na-regua/contract/errors'
import { type PaymentStatus, PIX_MINUTES } from '@na-regua/contract/payments'
import type { Database } from '../../lib/database.ts'
import type { ProviderUpdate, SessionUpdate } from '../../lib/payments/provider.ts'
import { judgeCard } from './card.ts'
import { findObject, type SandboxCheckout, type SandboxSubscription, saveObject } from './sandbox-queries.ts'
import {
  addPayment,
  changeSubscription,
  openSubscription,
  saveSubscription,
  toUpdates,
} from './sandbox-subscription.ts'

type Payer = SandboxSubscription['payer']
type Settlement = { id: string; checkout: SandboxCheckout; payer: Payer | 'unchanged'; now: Date }
type PaymentOutcome = { status: PaymentStatus; updates: ProviderUpdate[] }

/** After a successful payment: opens the subscription, or changes the one that the checkout names. */
export async function settleCheckout(
  db: Database,
  { id, checkout, payer, now }: Settlement,
): Promise<ProviderUpdate[]> {
  const before = checkout.changes ? await findObject(db, 'subscription', checkout.changes) : undefined
  const reference = checkout.changes ?? `sub_${checkout.sessionId}`
  const paying = payer === 'unchanged' ? (before?.payer ?? 'card') : payer
  const subscription =
    before && before.status !== 'cancelled'
      ? changeSubscription(before, { checkout, now }, paying)
      : openSubscription({ checkout, now }, paying)
  const method = paying === 'pix' ? 'pix' : 'card'
  const isSame = before?.planId === checkout.planId
  const from = before && isSame ? new Date(before.paidUntil) : now
  const { amountCents } = checkout
  const billed = addPayment(subscription, { reference, amountCents, method, status: 'paid', from, now })
  await saveSubscription(db, reference, billed)
  const settled = { ...checkout, status: 'succeeded', method, subscription: reference } as const
  await saveObject(db, 'checkout', { id, state: settled })
  return [toSessionUpdate(settled), ...toUpdates(reference, billed)]
}

type Card = Parameters<typeof judgeCard>[0]

/** Throws CARD_INVALID for invalid card details. After a declined card another may be tried. */
export async function payByCard(db: Database, id: string, card: Card, now: Date): Promise<PaymentOutcome> {
  const outcome = judgeCard(card, now)
  const checkout = await getOpen(db, id, now)
  if (outcome === 'succeeds') return paid(await settleCheckout(db, { id, checkout, payer: 'card', now }))
  if (outcome === 'failsToRenew') return paid(await settleCheckout(db, { id, checkout, payer: 'failing', now }))
  const status = ({ declined: 'failed', asksForConfirmation: 'requires_action', staysPending: 'pending' } as const)[
    outcome
  ]
  const state: SandboxCheckout = { ...checkout, status, outcome, method: 'card' }
  await saveObject(db, 'checkout', { id, state })
  return { status, updates: [{ ...toSessionUpdate(state), isNewAttempt: true }] }
}

/** The user's reply in the bank's confirmation step. Throws PAYMENT_CLOSED when none was required. */
export async function confirmWithBank(
  db: Database,
  id: string,
  isApproved: boolean,
  now: Date,
): Promise<PaymentOutcome> {
  const checkout = await getOpen(db, id, now)
  if (checkout.status !== 'requires_action') throw new ApiError('PAYMENT_CLOSED')
  if (isApproved) return paid(await settleCheckout(db, { id, checkout, payer: 'card', now }))
  const state: SandboxCheckout = { ...checkout, status: 'failed' }
  await saveObject(db, 'checkout', { id, state })
  return { status: 'failed', updates: [toSessionUpdate(state)] }
}

/** The same code until it expires, then another. */
export async function getPixCode(db: Database, id: string, now: Date) {
  const checkout = await getOpen(db, id, now)
  if (checkout.pix && new Date(checkout.pix.expiresAt) > now) return checkout.pix
  const copyPaste = generatePixPayload({
    key: 'pix@naregua.test',
    merchantName: 'Na Regua',
    merchantCity: 'Goiania',
    amount: checkout.amountCents / 100,
    txid: checkout.sessionId.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 25),
  })
  if (copyPaste === null) throw new Error(`no Pix code for the checkout ${checkout.sessionId}`)
  const pix = { copyPaste, expiresAt: new Date(now.getTime() + PIX_MINUTES * 60_000).toISOString() }
  await saveObject(db, 'checkout', { id, state: { ...checkout, pix, method: 'pix', status: 'pending' } })
  return pix
}

export async function payByPix(db: Database, id: string, now: Date): Promise<PaymentOutcome> {
  const checkout = await getOpen(db, id, now)
  if (!checkout.pix || new Date(checkout.pix.expiresAt) <= now) throw new ApiError('PIX_EXPIRED')
  return paid(await settleCheckout(db, { id, checkout, payer: 'pix', now }))
}

/** Throws PAYMENT_CLOSED when the checkout was paid, closed or has expired. */
async function getOpen(db: Database, id: string, now: Date): Promise<SandboxCheckout> {
  const checkout = await findObject(db, 'checkout', id)
  if (!checkout) throw new ApiError('NOT_FOUND')
  const isClosed = checkout.status === 'succeeded' || checkout.status === 'expired'
  if (isClosed || new Date(checkout.expiresAt) <= now) throw new ApiError('PAYMENT_CLOSED')
  return checkout
}

function paid(updates: ProviderUpdate[]): PaymentOutcome {
  return { status: 'succeeded', updates }
}

function toSessionUpdate({ sessionId, status, method, subscription }: SandboxCheckout): SessionUpdate {
  return { kind: 'session', sessionId, status, method, subscriptionReference: subscription }
}
