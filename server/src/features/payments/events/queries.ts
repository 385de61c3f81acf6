import type { PaymentStatus } from '@na-regua/contract/payments'
import { ID_PATTERN, matchesPattern } from '@na-regua/contract/text-limits'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import type {
  PaymentUpdate,
  ProviderEvent,
  ProviderName,
  SessionUpdate,
  SubscriptionUpdate,
} from '../../../lib/payments/provider.ts'
import { limitsLock } from '../../plans/queries.ts'
import { endOfGrace, type LastReport } from './rules.ts'

/** False when it was stored before. The stored JSON names the time of a report `toldAt`. */
export async function insertEvent(tx: Database, { provider, id, updates }: ProviderEvent, now: Date): Promise<boolean> {
  const facts = updates.map((update) => {
    if (update.kind === 'session') return update
    const { reportedAt, ...rest } = update
    return { ...rest, toldAt: reportedAt }
  })
  const { rows } = await sql`/* insert payment event */
    insert into payment_events (provider, event_id, facts, received_at)
    values (${provider}, ${id}, ${JSON.stringify(facts)}::jsonb, ${now})
    on conflict on constraint payment_events_once do nothing returning event_id`.execute(tx)
  return rows.length === 1
}

/** The users of these sessions. */
export async function listPayers(tx: Database, sessionIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`/* list payers */
    select distinct user_id as "userId" from payment_sessions where id = any(${sessionIds}::text[])`.execute(tx)
  return rows.map(({ userId }) => userId)
}

/**
 * Locks the limits of these users and their rows until the commit: reports about a user are serialized, and nothing is counted
 * against a plan while it changes. Unknown ids are left out; a provider may report about users of another installation.
 */
export async function lockUsers(tx: Database, userIds: readonly string[]): Promise<string[]> {
  const ids = userIds.filter((id) => matchesPattern(ID_PATTERN, id))
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`/* lock users */
    with locked_limits as materialized (
      select ${limitsLock(sql`id`)} from (select id from users where id = any(${ids}::uuid[]) order by id) as known)
    select id from users where id = any(${ids}::uuid[]) and (select count(*) from locked_limits) > 0
     order by id for no key update`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function listKnownPlans(tx: Database, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`/* list known plans */
    select id from plans where id::text = any(${ids}::text[])`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function findSessionStatus(tx: Database, id: string): Promise<PaymentStatus | undefined> {
  const row = await tx.selectFrom('payment_sessions').select('status').where('id', '=', id).executeTakeFirst()
  return row?.status as PaymentStatus | undefined
}

export async function updateSession(tx: Database, update: SessionUpdate, now: Date): Promise<void> {
  const { sessionId, status, method = null, subscriptionReference = null } = update
  await sql`/* update payment session */
    update payment_sessions set status = ${status}, method = coalesce(${method}::text, method), updated_at = ${now},
           subscription_reference = coalesce(${subscriptionReference}::text, subscription_reference)
     where id = ${sessionId}`.execute(tx)
}

export async function findPaymentStatus(tx: Database, provider: ProviderName, reference: string) {
  const row = await tx
    .selectFrom('payments')
    .select('status')
    .where('provider', '=', provider)
    .where('provider_reference', '=', reference)
    .executeTakeFirst()
  return row?.status as PaymentUpdate['status'] | undefined
}

/** The receipt number is assigned once, when the payment first succeeds. */
export async function upsertPayment(tx: Database, provider: ProviderName, payment: PaymentUpdate): Promise<void> {
  const { reference, subscriptionReference, userId, planId, amountCents, status, method = null, reportedAt } = payment
  const number = status === 'failed' ? sql`null` : sql`nextval('payments_receipt_numbers')`
  await sql`/* upsert payment */
    insert into payments (user_id, plan_id, provider, provider_reference, subscription_reference, amount_cents, status, method,
                          period_starts_at, period_ends_at, paid_at, receipt_number, created_at)
    values (${userId}, ${planId}, ${provider}, ${reference}, ${subscriptionReference}, ${amountCents}, ${status}, ${method},
            ${payment.periodStartsAt}, ${payment.periodEndsAt}, ${reportedAt}, ${number}, ${reportedAt})
    on conflict on constraint payments_reference_unique do update
      set status = excluded.status, amount_cents = excluded.amount_cents, paid_at = excluded.paid_at,
          method = coalesce(excluded.method, payments.method),
          receipt_number = coalesce(payments.receipt_number, excluded.receipt_number)`.execute(tx)
}

export async function findLastReport(tx: Database, provider: ProviderName, reference: string) {
  const { rows } = await sql<LastReport>`/* find last report */
    select status, told_at as "reportedAt", coalesce(told_by, '') as source from subscriptions
     where provider = ${provider} and provider_reference = ${reference}`.execute(tx)
  return rows[0]
}

type ReportedSubscription = { provider: ProviderName; update: SubscriptionUpdate; source: string; now: Date }

export async function upsertSubscription(
  tx: Database,
  { provider, update, source, now }: ReportedSubscription,
): Promise<void> {
  const { userId, planId, reference, status, periodStartsAt, paidUntil, renewsItself, reportedAt } = update
  const cancelledAt = status === 'cancelled' ? now : null
  await sql`/* upsert subscription */
    insert into subscriptions (user_id, plan_id, status, provider, provider_reference, period_starts_at, period_ends_at,
                               grace_ends_at, cancelled_at, renews_itself, told_at, told_by, created_at, updated_at)
    values (${userId}, ${planId}, ${status}, ${provider}, ${reference}, ${periodStartsAt}, ${paidUntil},
            ${endOfGrace(paidUntil)}, ${cancelledAt}, ${renewsItself}, ${reportedAt}, ${source}, ${now}, ${now})
    on conflict on constraint subscriptions_reference_unique do update
      set plan_id = excluded.plan_id, status = excluded.status, period_starts_at = excluded.period_starts_at,
          period_ends_at = excluded.period_ends_at,
          grace_ends_at = case when ${isResumed} then excluded.grace_ends_at else excluded.period_ends_at end,
          cancelled_at = excluded.cancelled_at, renews_itself = excluded.renews_itself,
          cancel_requested_at = case when not ${isResumed} then subscriptions.cancel_requested_at end,
          continues_free = not ${isResumed} and subscriptions.continues_free,
          told_at = excluded.told_at, told_by = excluded.told_by, updated_at = excluded.updated_at`.execute(tx)
}

/** No cancellation was requested, or the user has bought another period or plan since. */
const isResumed = sql`(excluded.status <> 'cancelled' and (subscriptions.cancel_requested_at is null or excluded.renews_itself
  or excluded.period_ends_at > subscriptions.period_ends_at or excluded.plan_id <> subscriptions.plan_id))`

/** The subscription ends with its paid period, without a grace period. */
export async function requestEnd(
  tx: Database,
  { id, continuesFree, now }: { id: string; continuesFree: boolean; now: Date },
): Promise<void> {
  await sql`/* request end of subscription */
    update subscriptions set cancel_requested_at = coalesce(cancel_requested_at, ${now}), continues_free = ${continuesFree},
           renews_itself = false, grace_ends_at = period_ends_at, updated_at = ${now}
     where id = ${id} and status in ('active', 'past_due')`.execute(tx)
}

/** Whether the free plan follows a subscription that ended, on the user's request. True once. The caller has locked the user. */
export async function takeFreePromise(tx: Database, userId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`/* take promise of free plan */
    update subscriptions set continues_free = false
     where user_id = ${userId} and continues_free and status in ('cancelled', 'expired')`.execute(tx)
  return numAffectedRows === 1n
}

/** The user's other open subscriptions. */
export async function listOtherOpen(
  tx: Database,
  { userId, reference }: Pick<SubscriptionUpdate, 'userId' | 'reference'>,
  now: Date,
) {
  const { rows } = await sql<{ id: string; provider: string; isOver: boolean }>`/* list other open */
    select id, provider, coalesce(grace_ends_at, period_ends_at) <= ${now} is true as "isOver" from subscriptions
     where user_id = ${userId} and status in ('active', 'past_due') and provider_reference is distinct from ${reference}
     order by id`.execute(tx)
  return rows
}

/** For subscriptions that no provider ends: the free plan, and those past their end. One that the user cancelled has not expired. */
export async function closeSubscription(
  tx: Database,
  { id, status, now }: { id: string; status: 'cancelled' | 'expired'; now: Date },
): Promise<void> {
  await sql`/* close subscription */
    update subscriptions set status = case when cancel_requested_at is null then ${status}::text else 'cancelled' end, updated_at = ${now},
           cancelled_at = case when ${status}::text = 'cancelled' or cancel_requested_at is not null then ${now}::timestamptz end
     where id = ${id} and status in ('active', 'past_due')`.execute(tx)
}
