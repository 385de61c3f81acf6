import { ApiError } from '@na-regua/contract/errors'
import type { paymentsApi } from '@na-regua/contract/payments'
import type { Body } from '@na-regua/contract/route'
import type { Caller } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import type { Payments } from '../../../lib/payments/open-payments.ts'
import type { PaymentFact, ProviderFact } from '../../../lib/payments/provider.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { getUser } from '../../accounts/queries.ts'
import { findOpen, type Open } from '../checkout/queries.ts'
import { orUnavailable } from '../checkout/rules.ts'
import { applyFacts } from '../events/apply-facts.ts'
import { followPlan } from '../events/follow-plan.ts'
import { closeSubscription, getStanding, lockPeople } from '../events/queries.ts'
import { ASKED } from '../events/rules.ts'
import { listRefundable } from './queries.ts'

type Base = { db: DatabasePool; clock: Clock; countAttempts: CountAttempts }
export type Asker = { caller: Caller; client: string }
/** Passes whoever gives the password, or logged in just now. Given by the accounts. */
export type ConfirmLeaving = (deps: Base, asker: Asker, password: string | undefined) => Promise<void>
export type CancelDeps = Base & { payments: Payments; confirmLeaving: ConfirmLeaving }

const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

/** Without a way back: the plan ends now, at the provider first. Answers what the person reads. */
export async function cancelSubscription(
  deps: CancelDeps,
  asker: Asker,
  { password, refund = false }: Body<typeof paymentsApi.cancelSubscription>,
): Promise<string> {
  const { db, clock } = deps
  await confirm(deps, asker, password)
  const open = await findOpen(db, asker.caller.id, clock.now())
  if (!open) throw new ApiError('SUBSCRIPTION_NOT_FOUND')
  const returned = refund ? await listRefundable(db, open, clock.now()) : []
  if (refund && returned.length === 0) throw new ApiError('REFUND_UNAVAILABLE')
  const facts = await orUnavailable('CANCEL_UNAVAILABLE', () => endIt(deps, open, returned))
  await db.transaction().execute((tx) => close(tx, { open, facts, userId: asker.caller.id, now: clock.now() }))
  const cents = returned.reduce((sum, { amountCents }) => sum + amountCents, 0)
  if (!refund) return 'Assinatura cancelada.'
  return `Assinatura cancelada. O reembolso de ${money.format(cents / 100)} chega em até 10 dias.`
}

async function confirm(deps: CancelDeps, asker: Asker, password: string | undefined): Promise<void> {
  const { hasPassword } = await getUser(deps.db, asker.caller.id)
  if (hasPassword && password === undefined) throw new ApiError('RECENT_LOGIN_REQUIRED')
  await deps.confirmLeaving(deps, asker, hasPassword ? password : undefined)
}

/** The money first: what fails between the two is repeated whole, and happens once. */
async function endIt(
  { db, payments }: CancelDeps,
  { provider, reference }: Open,
  returned: PaymentFact[],
): Promise<ProviderFact[]> {
  const known = payments.of(provider)
  if (!known || !reference) return []
  const refunds = returned.length > 0 ? await known.refund(db, returned) : []
  return [...refunds, ...(await known.cancelSubscription(db, reference))]
}

type Closing = { open: Open; facts: ProviderFact[]; userId: string; now: Date }

async function close(tx: Database, { open, facts, userId, now }: Closing): Promise<void> {
  await lockPeople(tx, [userId])
  if (open.provider === 'sandbox' || open.provider === 'stripe')
    await applyFacts(tx, { provider: open.provider, toldBy: ASKED, facts }, now)
  // The free plan, or one that its provider knows nothing of.
  const before = await getStanding(tx, userId)
  await closeSubscription(tx, { id: open.id, status: 'cancelled', now })
  await followPlan(tx, { userId, before, now })
}
