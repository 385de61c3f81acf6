import { ApiError } from '@na-regua/contract/errors'
import type { paymentsApi } from '@na-regua/contract/payments'
import type { Body } from '@na-regua/contract/route'
import type { Caller } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import type { Payments } from '../../../lib/payments/open-payments.ts'
import type { PaymentUpdate, ProviderUpdate } from '../../../lib/payments/provider.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { getUser } from '../../accounts/queries.ts'
import { findOpenSubscription, type OpenSubscription } from '../checkout/queries.ts'
import { orUnavailable } from '../checkout/rules.ts'
import { applyPlanChange } from '../events/apply-plan-change.ts'
import { applyUpdates } from '../events/apply-updates.ts'
import { closeSubscription, getOpenPlan, lockUsers } from '../events/queries.ts'
import { REQUESTED } from '../events/rules.ts'
import { listRefundable } from './queries.ts'

type IdentityDeps = { db: DatabasePool; clock: Clock; countAttempts: CountAttempts }
type Requester = { caller: Caller; client: string }
/** Throws unless the password is correct or the login is recent. Provided by the accounts feature. */
type ConfirmIdentity = (deps: IdentityDeps, requester: Requester, password: string | undefined) => Promise<void>
export type CancelDeps = IdentityDeps & { payments: Payments; confirmIdentity: ConfirmIdentity }

const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })

/** Ends the plan now and irreversibly, at the provider first. Returns the message for the user. */
export async function cancelSubscription(
  deps: CancelDeps,
  requester: Requester,
  { password, refund = false }: Body<typeof paymentsApi.cancelSubscription>,
): Promise<string> {
  const { db, clock } = deps
  await confirm(deps, requester, password)
  const open = await findOpenSubscription(db, requester.caller.id, clock.now())
  if (!open) throw new ApiError('SUBSCRIPTION_NOT_FOUND')
  const refundable = refund ? await listRefundable(db, open, clock.now()) : []
  if (refund && refundable.length === 0) throw new ApiError('REFUND_UNAVAILABLE')
  const updates = await orUnavailable('CANCEL_UNAVAILABLE', () => cancelAtProvider(deps, open, refundable))
  await db.transaction().execute((tx) => close(tx, { open, updates, userId: requester.caller.id, now: clock.now() }))
  const cents = refundable.reduce((sum, { amountCents }) => sum + amountCents, 0)
  if (!refund) return 'Assinatura cancelada.'
  return `Assinatura cancelada. O reembolso de ${money.format(cents / 100)} chega em até 10 dias.`
}

async function confirm(deps: CancelDeps, requester: Requester, password: string | undefined): Promise<void> {
  const { hasPassword } = await getUser(deps.db, requester.caller.id)
  await deps.confirmIdentity(deps, requester, hasPassword ? password : undefined)
}

/** Refund first: after a failure in between, a retry repeats both, and each happens once. */
async function cancelAtProvider(
  { db, payments }: CancelDeps,
  { provider, reference }: OpenSubscription,
  refundable: PaymentUpdate[],
): Promise<ProviderUpdate[]> {
  const known = payments.of(provider)
  if (!known || !reference) return []
  const refunds = refundable.length > 0 ? await known.refund(db, refundable) : []
  return [...refunds, ...(await known.cancelSubscription(db, reference))]
}

type Closing = { open: OpenSubscription; updates: ProviderUpdate[]; userId: string; now: Date }

async function close(tx: Database, { open, updates, userId, now }: Closing): Promise<void> {
  await lockUsers(tx, [userId])
  if (open.provider === 'sandbox' || open.provider === 'stripe')
    await applyUpdates(tx, { provider: open.provider, source: REQUESTED, updates }, now)
  const before = await getOpenPlan(tx, userId)
  if (!before.planId) return
  // The free plan, or a subscription that its provider does not know.
  await closeSubscription(tx, { id: open.id, status: 'cancelled', now })
  await applyPlanChange(tx, { userId, before, now })
}
