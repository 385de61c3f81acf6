import { ApiError } from '@na-regua/contract/errors'
import type { paymentsApi } from '@na-regua/contract/payments'
import type { Body } from '@na-regua/contract/route'
import type { Caller } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { formatCents } from '../../../lib/format-cents.ts'
import type { Payments } from '../../../lib/payments/open-payments.ts'
import type { PaymentUpdate, ProviderName, ProviderUpdate } from '../../../lib/payments/provider.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { publish } from '../../../lib/worker/relay-events.ts'
import { deleteSessions, getUser } from '../../accounts/queries.ts'
import { findOpenSubscription, type OpenSubscription } from '../checkout/queries.ts'
import { orUnavailable } from '../checkout/rules.ts'
import { notifyOwner } from '../emails/notify-owner.ts'
import { findSubscriptionOwner } from '../emails/queries.ts'
import { applyPlanChange } from '../events/apply-plan-change.ts'
import { applyUpdates } from '../events/apply-updates.ts'
import { closeSubscription, lockUsers, requestEnd } from '../events/queries.ts'
import { REQUESTED } from '../events/rules.ts'
import { getOpenPlan } from '../queries.ts'
import { listRefundable } from './queries.ts'

type IdentityDeps = { db: DatabasePool; clock: Clock; countAttempts: CountAttempts }
type Requester = { caller: Caller; client: string }
/** Throws unless the password is correct or the login is recent. Provided by the accounts feature. */
type ConfirmIdentity = (deps: IdentityDeps, requester: Requester, password: string | undefined) => Promise<void>
export type CancelDeps = IdentityDeps & { payments: Payments; confirmIdentity: ConfirmIdentity }

const day = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'long', timeZone: 'America/Sao_Paulo' })

/**
 * Ends the plan irreversibly, at the provider first: with the period that is paid, or now with a refund or when nothing is paid ahead
 * (decision 32). Ends every session. Returns the message for the user.
 */
export async function cancelSubscription(
  deps: CancelDeps,
  requester: Requester,
  { password, refund = false, continueFree = false }: Body<typeof paymentsApi.cancelSubscription>,
): Promise<string> {
  const { db, clock } = deps
  await confirm(deps, requester, password)
  const open = await findOpenSubscription(db, requester.caller.id, clock.now())
  if (!open) throw new ApiError('SUBSCRIPTION_NOT_FOUND')
  const cancellation = { open, continueFree, userId: requester.caller.id, now: clock.now() }
  if (!refund && isPaidAhead(open, clock.now())) return endWithPeriod(deps, { ...cancellation, open })
  return endNow(deps, { ...cancellation, refund })
}

type Cancellation = { open: OpenSubscription; continueFree: boolean; userId: string; now: Date }
type PaidSubscription = OpenSubscription & { reference: string; endsAt: Date }

function isPaidAhead(open: OpenSubscription, now: Date): open is PaidSubscription {
  return open.status === 'active' && open.reference !== null && open.endsAt !== null && open.endsAt > now
}

async function endWithPeriod(
  { db, payments }: CancelDeps,
  { open, continueFree, userId, now }: Cancellation & { open: PaidSubscription },
): Promise<string> {
  const { id, provider, reference, endsAt, planName } = open
  const updates = await orUnavailable(
    'CANCEL_UNAVAILABLE',
    async () => (await payments.of(provider)?.stopRenewal(db, reference)) ?? [],
  )
  await db.transaction().execute(async (tx) => {
    await lockUsers(tx, [userId])
    if (isProvider(provider)) await applyUpdates(tx, { provider, source: REQUESTED, updates }, now)
    await requestEnd(tx, { id, continuesFree: continueFree, now })
    await deleteSessions(tx, userId)
    const owner = await findSubscriptionOwner(tx, { id })
    if (owner) await notifyOwner(tx, { owner, event: 'ends_with_period', now })
    await publish(tx, [userId], 'account')
  })
  const until = day.format(endsAt)
  if (continueFree) return `O plano ${planName} vale até ${until}. Depois começa o Básico, grátis.`
  return `Assinatura cancelada. O plano ${planName} vale até ${until} e não renova.`
}

async function endNow(deps: CancelDeps, { refund, ...cancellation }: Cancellation & { refund: boolean }) {
  const { open, now } = cancellation
  const { db } = deps
  const refundable = refund ? await listRefundable(db, open, now) : []
  if (refund && refundable.length === 0) throw new ApiError('REFUND_UNAVAILABLE')
  const updates = await orUnavailable('CANCEL_UNAVAILABLE', () => cancelAtProvider(deps, open, refundable))
  await db.transaction().execute((tx) => close(tx, { ...cancellation, updates }))
  const cents = refundable.reduce((sum, { amountCents }) => sum + amountCents, 0)
  if (!refund) return 'Assinatura cancelada.'
  return `Assinatura cancelada. O reembolso de ${formatCents(cents)} chega em até 10 dias.`
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

type Closing = Cancellation & { updates: ProviderUpdate[] }

async function close(tx: Database, { open, continueFree, updates, userId, now }: Closing): Promise<void> {
  await lockUsers(tx, [userId])
  if (continueFree && open.provider !== 'free') await requestEnd(tx, { id: open.id, continuesFree: true, now })
  const { provider } = open
  if (isProvider(provider)) await applyUpdates(tx, { provider, source: REQUESTED, updates }, now)
  const before = await getOpenPlan(tx, userId)
  if (!before.planId) return
  // The free plan, or a subscription that its provider does not know.
  await closeSubscription(tx, { id: open.id, status: 'cancelled', now })
  await applyPlanChange(tx, { userId, before, now })
}

function isProvider(name: string): name is ProviderName {
  return name === 'sandbox' || name === 'stripe'
}
