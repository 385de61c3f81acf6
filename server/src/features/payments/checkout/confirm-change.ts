import { ApiError } from '@na-regua/contract/errors'
import type { PaymentStatus } from '@na-regua/contract/payments'
import type { Caller } from '../../../lib/auth.ts'
import { type PaymentProvider, ProviderRefused, type ProviderUpdate } from '../../../lib/payments/provider.ts'
import { findPlan } from '../../plans/queries.ts'
import { applyUpdates } from '../events/apply-updates.ts'
import { REQUESTED } from '../events/rules.ts'
import { type CheckoutDeps, toOrder } from './create-intent.ts'
import { findPaymentSession, findPublicStatus, type PaymentSession } from './queries.ts'
import { orUnavailable } from './rules.ts'

/** Changes the plan with the stored payment method. A repeated request changes nothing more. */
export async function confirmChange(deps: CheckoutDeps, caller: Caller, sessionId: string): Promise<PaymentStatus> {
  const { db, clock, payments } = deps
  const session = await findPaymentSession(db, sessionId)
  if (session?.userId !== caller.id) throw new ApiError('PAYMENT_NOT_FOUND')
  if (session.status === 'succeeded') return 'succeeded'
  const provider = payments.of(session.provider)
  if (session.mode !== 'change' || session.status !== 'pending' || !provider) throw new ApiError('PAYMENT_CLOSED')
  const updates = await orUnavailable('CHECKOUT_UNAVAILABLE', () =>
    change(deps, { session, provider, email: caller.email }),
  )
  const report = { provider: session.provider, source: REQUESTED, updates }
  await db.transaction().execute((tx) => applyUpdates(tx, report, clock.now()))
  return (await findPublicStatus(db, sessionId, clock.now()))?.status ?? 'pending'
}

type PlanChange = { session: PaymentSession; provider: PaymentProvider; email: string }

async function change({ db, site }: CheckoutDeps, { session, provider, email }: PlanChange): Promise<ProviderUpdate[]> {
  const plan = await findPlan(db, session.planId)
  if (!plan || !session.changes) throw new ApiError('PAYMENT_CLOSED')
  const order = { ...toOrder(session, { plan, email, site }), changes: session.changes }
  try {
    return await provider.changePlan(db, order)
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    return [{ kind: 'session', sessionId: session.id, status: 'failed', method: 'card' }]
  }
}
