import { ApiError } from '@na-regua/contract/errors'
import type { PaymentIntent } from '@na-regua/contract/payments'
import type { Plan } from '@na-regua/contract/plans'
import type { Caller } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import type { Payments } from '../../../lib/payments/open-payments.ts'
import type { CheckoutOrder, PaymentProvider } from '../../../lib/payments/provider.ts'
import { findPlan } from '../../plans/queries.ts'
import { monthsOf } from '../../plans/rules.ts'
import { lockUsers } from '../events/queries.ts'
import {
  expireOpenSessions,
  findOpenSubscription,
  insertPaymentSession,
  listPayable,
  type OpenSubscription,
  type PaymentSession,
  setOpened,
} from './queries.ts'
import { orUnavailable, refusePurchase, SESSION_MS } from './rules.ts'

export type CheckoutDeps = { db: DatabasePool; clock: Clock; payments: Payments; site: string }

/** A repeated request for the same plan, from another tab or a moment later, gets the same session. */
export async function createIntent(deps: CheckoutDeps, caller: Caller, planId: string): Promise<PaymentIntent> {
  const { db, payments } = deps
  const plan = await findPlan(db, planId)
  if (!plan) throw new ApiError('PLAN_NOT_FOUND')
  const { session, old } = await db.transaction().execute((tx) => takeSession(tx, deps, { userId: caller.id, plan }))
  const opened = await orUnavailable('CHECKOUT_UNAVAILABLE', () => openAtProvider(deps, session, { plan, caller }))
  for (const { reference, provider } of old) {
    // Best effort: if it is paid after all, the duplicate is refunded when its event arrives.
    if (reference)
      await payments
        .of(provider)
        ?.closeSession(db, reference)
        .catch(() => {})
  }
  return toIntent(payments.provider, { ...session, clientSecret: opened })
}

type Purchase = { userId: string; plan: Plan }

async function takeSession(tx: Database, { payments, clock }: CheckoutDeps, { userId, plan }: Purchase) {
  const now = clock.now()
  const { provider } = payments
  await lockUsers(tx, [userId])
  const open = await findOpenSubscription(tx, userId, now)
  refusePurchase(plan, open, { chargesChanges: provider.chargesChanges, now })
  const changes = open?.provider === provider.name ? open.reference : null
  const payable = await listPayable(tx, userId, now)
  const isSame = (session: PaymentSession) =>
    session.planId === plan.id &&
    session.provider === provider.name &&
    session.changes === changes &&
    session.status !== 'failed'
  const same = payable.find(isSame)
  if (same) return { session: same, old: [] }
  await expireOpenSessions(tx, userId, now)
  const bill = await computeBill(tx, provider, { plan, open, changes })
  const expiresAt = new Date(now.getTime() + SESSION_MS)
  const session = { userId, planId: plan.id, provider: provider.name, changes, ...bill, expiresAt, now }
  return { session: await insertPaymentSession(tx, session), old: payable }
}

type PlanPurchase = { plan: Plan; open: OpenSubscription | undefined; changes: string | null }

/** The amount due now, and whether a payment form is needed. */
async function computeBill(tx: Database, provider: PaymentProvider, { plan, open, changes }: PlanPurchase) {
  if (!changes) return { mode: 'payment', amountCents: plan.price_cents, creditCents: 0 } as const
  if (provider.chargesChanges) return { mode: 'change', amountCents: null, creditCents: 0 } as const
  const credit = open?.planId === plan.id ? 0 : await provider.creditOf(tx, changes)
  const creditCents = Math.min(credit, plan.price_cents)
  const amountCents = plan.price_cents - creditCents
  return { mode: amountCents === 0 ? 'change' : 'payment', amountCents, creditCents } as const
}

type Buyer = { plan: Plan; caller: Pick<Caller, 'email'> }

/** Returns the secret for the provider's form. Concurrent requests name the same session and get the same secret. */
async function openAtProvider({ db, payments, site }: CheckoutDeps, session: PaymentSession, { plan, caller }: Buyer) {
  if (session.clientSecret) return session.clientSecret
  if (session.mode === 'change' && payments.provider.chargesChanges) return `change_${session.id}`
  const opened = await payments.provider.openSession(db, toOrder(session, { plan, email: caller.email, site }))
  if (!opened.clientSecret) throw new ApiError('CHECKOUT_UNAVAILABLE')
  await setOpened(db, session.id, opened)
  return opened.clientSecret
}

export function toOrder(
  session: PaymentSession,
  { plan, email, site }: { plan: Plan; email: string; site: string },
): CheckoutOrder {
  const { id, userId, planId, amountCents, changes } = session
  return {
    sessionId: id,
    userId,
    planId,
    email,
    changes,
    amountCents: amountCents ?? plan.price_cents,
    purchase: { name: `Plano ${plan.name}`, months: monthsOf[plan.billing_period], priceCents: plan.price_cents },
    returnUrl: `${site}/payment/confirmation?session_id=${id}`,
  }
}

function toIntent(provider: PaymentProvider, session: PaymentSession & { clientSecret: string }): PaymentIntent {
  const { mode, clientSecret, id: sessionId, amountCents, creditCents } = session
  const { name, methods, publishableKey } = provider
  const form = mode === 'payment' ? { methods, ...(publishableKey && { publishableKey }) } : { methods: [] }
  return { mode, clientSecret, sessionId, provider: name, ...form, amountCents, creditCents }
}
