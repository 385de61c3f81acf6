import type { SubscriptionBill } from '@na-regua/contract/payments'
import { REFUND_DAYS } from '@na-regua/contract/payments'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import type { PaymentUpdate, ProviderName } from '../../../lib/payments/provider.ts'
import { getRefundStart } from '../checkout/rules.ts'

type ProviderSubscription = { provider: string; reference: string | null }

/** Payments of the subscription that can still be refunded. */
export async function listRefundable(
  db: Database,
  { provider, reference }: ProviderSubscription,
  now: Date,
): Promise<PaymentUpdate[]> {
  const { rows } = await sql<PaymentUpdate>`/* list refundable */
    select 'payment' as kind, user_id as "userId", plan_id as "planId", provider_reference as reference,
           subscription_reference as "subscriptionReference", amount_cents as "amountCents", status, method,
           period_starts_at as "periodStartsAt", period_ends_at as "periodEndsAt", paid_at as "reportedAt"
      from payments where provider = ${provider} and subscription_reference = ${reference} and status = 'paid'
       and paid_at > ${getRefundStart(now)}`.execute(db)
  return rows
}

type BillRow = {
  provider: 'free' | 'sandbox' | 'stripe'
  renewsItself: boolean
  periodEndsAt: Date | null
  graceEndsAt: Date | null
  lastPaidAt: Date | null
  refundCents: number
  priceCents: number
  cancelledAt: Date | null
  continuesFree: boolean
}

export async function getBill(db: Database, userId: string, now: Date): Promise<Omit<SubscriptionBill, 'hasPortal'>> {
  const { rows } = await sql<BillRow>`/* get bill */
    select open.provider, renews_itself as "renewsItself", open.period_ends_at as "periodEndsAt",
           case when open.status = 'past_due' and cancel_requested_at is null then grace_ends_at end as "graceEndsAt",
           price_cents as "priceCents", cancel_requested_at as "cancelledAt", continues_free as "continuesFree",
           max(paid_at) as "lastPaidAt", coalesce(sum(amount_cents), 0)::bigint as "refundCents"
      from subscriptions open join plans on plans.id = open.plan_id
      left join payments on payments.provider = open.provider and payments.subscription_reference = open.provider_reference
            and payments.status = 'paid' and paid_at > ${getRefundStart(now)}
     where open.user_id = ${userId} and open.status in ('active', 'past_due')
       and (coalesce(grace_ends_at, open.period_ends_at) is null or coalesce(grace_ends_at, open.period_ends_at) > ${now})
     group by open.id, plans.id`.execute(db)
  const [row] = rows
  if (!row)
    return {
      provider: null,
      renewsItself: false,
      periodEndsAt: null,
      graceEndsAt: null,
      refundUntil: null,
      refundCents: 0,
      priceCents: 0,
      cancelledAt: null,
      continuesFree: false,
    }
  const { provider, renewsItself, refundCents, lastPaidAt, priceCents, continuesFree } = row
  const refundUntil = lastPaidAt && new Date(lastPaidAt.getTime() + REFUND_DAYS * 86_400_000).toISOString()
  const periodEndsAt = row.periodEndsAt?.toISOString() ?? null
  const graceEndsAt = row.graceEndsAt?.toISOString() ?? null
  return {
    provider,
    renewsItself: provider !== 'free' && renewsItself,
    periodEndsAt,
    graceEndsAt,
    refundUntil,
    refundCents,
    priceCents,
    cancelledAt: row.cancelledAt?.toISOString() ?? null,
    continuesFree,
  }
}

/** Rows per run; the next run, a minute later, continues. */
const BATCH = 50

type Unchecked = { id: string; provider: ProviderName; reference: string }

/**
 * Open sessions to read from their provider in case an event was lost: two minutes after they opened, then every two minutes.
 * Includes paid ones whose subscription has not been stored yet. The same statement marks them as checked.
 */
export async function takeUncheckedSessions(db: Database, now: Date): Promise<Unchecked[]> {
  const { rows } = await sql<Unchecked>`
    update payment_sessions set checked_at = ${now} where id in (
      select id from payment_sessions
       where provider_reference is not null
         and created_at < ${now}::timestamptz - interval '2 minutes' and created_at > ${now}::timestamptz - interval '4 days'
         and (checked_at is null or checked_at <= ${now}::timestamptz - interval '2 minutes')
         and (status in ('pending', 'requires_action') or (status = 'succeeded' and not exists (
               select from subscriptions where subscriptions.provider = payment_sessions.provider
                  and subscriptions.provider_reference = subscription_reference)))
       order by checked_at nulls first limit ${BATCH} for update skip locked)
    returning id, provider, provider_reference as reference`.execute(db)
  return rows
}

/**
 * Open subscriptions to read from their provider: past their end every two minutes, after a failed renewal every hour, all others
 * once a day, for changes made at the provider itself.
 */
export async function takeUncheckedSubscriptions(db: Database, now: Date): Promise<Unchecked[]> {
  const { rows } = await sql<Unchecked>`
    update subscriptions set checked_at = ${now} where id in (
      select id from subscriptions
       where status in ('active', 'past_due') and provider <> 'free' and provider_reference is not null
         and coalesce(checked_at, told_at, created_at) <= ${now}::timestamptz - case
               when status = 'active' and period_ends_at <= ${now} then interval '2 minutes'
               when status = 'past_due' then interval '1 hour' else interval '1 day' end
       order by checked_at nulls first limit ${BATCH} for update skip locked)
    returning id, provider, provider_reference as reference`.execute(db)
  return rows
}

/** Sessions past their end for which the provider sent no event. */
export async function expireSessions(db: Database, now: Date): Promise<void> {
  await sql`update payment_sessions set status = 'expired', updated_at = ${now}
    where status in ('pending', 'requires_action') and expires_at < ${now}::timestamptz - interval '5 minutes'`.execute(
    db,
  )
}

export type Lapsed = { id: string; userId: string; provider: string; reference: string | null }

export async function listLapsed(db: Database, now: Date): Promise<Lapsed[]> {
  const { rows } = await sql<Lapsed>`
    select id, user_id as "userId", provider, provider_reference as reference from subscriptions
     where status in ('active', 'past_due') and coalesce(grace_ends_at, period_ends_at) <= ${now}
     order by period_ends_at limit ${BATCH}`.execute(db)
  return rows
}

/** Checks again under the lock of the user. */
export async function isLapsed(tx: Database, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from subscriptions
     where id = ${id} and status in ('active', 'past_due') and coalesce(grace_ends_at, period_ends_at) <= ${now} for update`.execute(
    tx,
  )
  return rows.length === 1
}

/**
 * Subscriptions whose owner is to be warned that they end in `days`; each is taken once per step and end. After a failed renewal
 * the end is that of the grace period. Automatic renewals are announced once, three days before.
 */
export async function takeEnding(tx: Database, now: Date): Promise<{ id: string; days: number }[]> {
  const { rows } = await sql<{ id: string; days: number }>`
    with ends as (
      select id, case when status = 'past_due' then grace_ends_at else period_ends_at end as ends_at,
             case when renews_itself and status = 'active' then array[3] else array[1, 3, 7] end as steps
        from subscriptions where status in ('active', 'past_due') and provider <> 'free'
    ), due as (
      select id, ends_at, (select min(step) from unnest(steps) step
              where ends_at <= ${now}::timestamptz + step * interval '1 day') as days
        from ends where ends_at > ${now} and ends_at <= ${now}::timestamptz + interval '7 days'
    )
    update subscriptions set warned_days = days, warned_end = ends_at from due
     where due.id = subscriptions.id and days is not null
       and (warned_end is distinct from ends_at or warned_days > days)
    returning subscriptions.id, days`.execute(tx)
  return rows
}
