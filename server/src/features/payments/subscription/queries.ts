import type { SubscriptionBill } from '@na-regua/contract/payments'
import { REFUND_DAYS } from '@na-regua/contract/payments'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import type { PaymentFact } from '../../../lib/payments/provider.ts'
import { startOfRefunds } from '../checkout/rules.ts'

type Bought = { provider: string; reference: string | null }

/** What the open subscription took lately enough to be given back. */
export async function listRefundable(db: Database, { provider, reference }: Bought, now: Date): Promise<PaymentFact[]> {
  const { rows } = await sql<PaymentFact>`/* list refundable */
    select 'payment' as kind, user_id as "userId", plan_id as "planId", provider_reference as reference,
           subscription_reference as "subscriptionReference", amount_cents as "amountCents", status, method,
           period_starts_at as "periodStartsAt", period_ends_at as "periodEndsAt", paid_at as "toldAt"
      from payments where provider = ${provider} and subscription_reference = ${reference} and status = 'paid'
       and paid_at > ${startOfRefunds(now)}`.execute(db)
  return rows
}

type BillRow = {
  provider: 'free' | 'sandbox' | 'stripe'
  renewsItself: boolean
  periodEndsAt: Date | null
  graceEndsAt: Date | null
  lastPaidAt: Date | null
  refundCents: number
}

export async function getBill(db: Database, userId: string, now: Date): Promise<Omit<SubscriptionBill, 'hasPortal'>> {
  const { rows } = await sql<BillRow>`/* get bill */
    select open.provider, renews_itself as "renewsItself", open.period_ends_at as "periodEndsAt",
           case when open.status = 'past_due' then grace_ends_at end as "graceEndsAt",
           max(paid_at) as "lastPaidAt", coalesce(sum(amount_cents), 0)::int as "refundCents"
      from subscriptions open
      left join payments on payments.provider = open.provider and payments.subscription_reference = open.provider_reference
            and payments.status = 'paid' and paid_at > ${startOfRefunds(now)}
     where open.user_id = ${userId} and open.status in ('active', 'past_due')
       and (coalesce(grace_ends_at, open.period_ends_at) is null or coalesce(grace_ends_at, open.period_ends_at) > ${now})
     group by open.id`.execute(db)
  const [row] = rows
  if (!row)
    return {
      provider: null,
      renewsItself: false,
      periodEndsAt: null,
      graceEndsAt: null,
      refundUntil: null,
      refundCents: 0,
    }
  const { provider, renewsItself, refundCents, lastPaidAt } = row
  const refundUntil = lastPaidAt && new Date(lastPaidAt.getTime() + REFUND_DAYS * 86_400_000).toISOString()
  const [periodEndsAt, graceEndsAt] = [row.periodEndsAt?.toISOString() ?? null, row.graceEndsAt?.toISOString() ?? null]
  return {
    provider,
    renewsItself: provider !== 'free' && renewsItself,
    periodEndsAt,
    graceEndsAt,
    refundUntil,
    refundCents,
  }
}

/** An open subscription to the free plan, which has no end. */
export async function insertFree(tx: Database, userId: string, now: Date): Promise<void> {
  await sql`/* insert free subscription */
    insert into subscriptions (user_id, plan_id, status, provider, period_starts_at, renews_itself, created_at, updated_at)
    select ${userId}, id, 'active', 'free', ${now}, false, ${now}, ${now} from plans
     where tier = 'basic' and billing_period = 'monthly'`.execute(tx)
}
