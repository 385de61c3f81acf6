import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { addJob, defineJob } from '../../../lib/jobs.ts'
import type { Payments } from '../../../lib/payments/open-payments.ts'
import type {
  PaymentUpdate,
  ProviderEvent,
  ProviderName,
  ProviderUpdate,
  SessionUpdate,
  SubscriptionUpdate,
} from '../../../lib/payments/provider.ts'
import { getOpenPlan, type OpenPlan } from '../queries.ts'
import { applyPlanChange } from './apply-plan-change.ts'
import {
  closeSubscription,
  findLastReport,
  findPaymentStatus,
  findSessionStatus,
  insertEvent,
  listKnownPlans,
  listOtherOpen,
  listPayers,
  lockUsers,
  updateSession,
  upsertPayment,
  upsertSubscription,
} from './queries.ts'
import { isFurther, isLaterPayment, isNewer, REQUESTED } from './rules.ts'

/** Applies a provider's event once, however often it is delivered. */
export async function recordPaymentEvent(tx: Database, event: ProviderEvent, now: Date): Promise<void> {
  if (!(await insertEvent(tx, event, now))) return
  await applyUpdates(tx, { provider: event.provider, source: event.id, updates: event.updates }, now)
}

/** `source`: the id of the event, or REQUESTED when we read the state ourselves (rules.ts). */
type ProviderReport = { provider: ProviderName; source: string; updates: readonly ProviderUpdate[] }

/**
 * Brings our state up to date with a provider's, with all consequences, whatever the order, number and delay of its reports.
 * Users and plans that we do not know belong to another installation with the same provider account and are skipped.
 */
export async function applyUpdates(tx: Database, report: ProviderReport, now: Date): Promise<void> {
  const { provider, updates } = report
  const userIds = await lockUsersOf(tx, updates)
  const plans = new Set(await listKnownPlans(tx, [...new Set(updates.flatMap(planOf))]))
  const before = new Map<string, OpenPlan>()
  for (const id of userIds) before.set(id, await getOpenPlan(tx, id))
  for (const update of updates) {
    if (update.kind === 'session') await applySession(tx, update, now)
    else if (before.has(update.userId) && plans.has(update.planId)) {
      if (update.kind === 'payment') await applyPayment(tx, provider, update)
      else await applySubscription(tx, { ...report, update, now })
    }
  }
  for (const [userId, plan] of before) await applyPlanChange(tx, { userId, before: plan, now })
}

async function lockUsersOf(tx: Database, updates: readonly ProviderUpdate[]): Promise<string[]> {
  const sessions = updates.flatMap((update) => (update.kind === 'session' ? [update.sessionId] : []))
  const named = updates.flatMap((update) => (update.kind === 'session' ? [] : [update.userId]))
  const payers = sessions.length > 0 ? await listPayers(tx, sessions) : []
  return lockUsers(tx, [...new Set([...named, ...payers])])
}

function planOf(update: ProviderUpdate): string[] {
  return update.kind === 'session' ? [] : [update.planId]
}

async function applySession(tx: Database, update: SessionUpdate, now: Date): Promise<void> {
  const status = await findSessionStatus(tx, update.sessionId)
  if (!status) return
  // After a declined card the user tries another one, which may have to wait for its bank.
  const isRetry = update.isNewAttempt === true && status === 'failed'
  if (isRetry || isFurther(update.status, status)) await updateSession(tx, update, now)
}

async function applyPayment(tx: Database, provider: ProviderName, update: PaymentUpdate): Promise<void> {
  const status = await findPaymentStatus(tx, provider, update.reference)
  if (!status || isLaterPayment(update.status, status)) await upsertPayment(tx, provider, update)
}

async function applySubscription(
  tx: Database,
  { provider, source, update, now }: ProviderReport & { update: SubscriptionUpdate; now: Date },
) {
  const last = await findLastReport(tx, provider, update.reference)
  if (last && !isNewer({ ...update, source }, last)) return
  const isOpening = update.status !== 'cancelled'
  const isDuplicate = isOpening && !(await closeOthers(tx, { provider, update, now }))
  const status = isDuplicate ? 'cancelled' : update.status
  await upsertSubscription(tx, { provider, update: { ...update, status }, source, now })
  if (isDuplicate) await endAtProvider(tx, { provider, reference: update.reference, isRefunded: true })
}

/**
 * A user has one plan: closes the free one and one of another provider. False when the user already has a paid plan of this
 * provider, bought in another tab.
 */
async function closeOthers(
  tx: Database,
  { provider, update, now }: { provider: string; update: SubscriptionUpdate; now: Date },
) {
  for (const other of await listOtherOpen(tx, update, now)) {
    if (other.provider === provider && !other.isOver) return false
    await closeSubscription(tx, { id: other.id, status: other.isOver ? 'expired' : 'cancelled', now })
  }
  return true
}

type EndSubscription = { provider: ProviderName; reference: string; isRefunded: boolean }

export async function endAtProvider(tx: Database, payload: EndSubscription): Promise<void> {
  await addJob(tx, endSubscriptionJob, payload, { key: `end-subscription:${payload.provider}:${payload.reference}` })
}

type EndSubscriptionDeps = { db: DatabasePool; clock: Clock; payments: Payments }

/** Fails, and is retried by the queue, until the provider has cancelled. With `isRefunded` the payments are refunded. */
async function endSubscription({ db, clock, payments }: EndSubscriptionDeps, payload: EndSubscription): Promise<void> {
  const { provider, reference, isRefunded } = payload
  const known = payments.of(provider)
  if (!known) return
  const current = await known.readSubscription(db, reference)
  const paid = current.filter(
    (update): update is PaymentUpdate => update.kind === 'payment' && update.status === 'paid',
  )
  const refunds = isRefunded && paid.length > 0 ? await known.refund(db, paid) : []
  const updates = [...refunds, ...(await known.cancelSubscription(db, reference))]
  await db.transaction().execute((tx) => applyUpdates(tx, { provider, source: REQUESTED, updates }, clock.now()))
}

export const endSubscriptionJob = defineJob('end-subscription', { run: endSubscription })
