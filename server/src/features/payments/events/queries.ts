import type { PaymentStatus } from '@na-regua/contract/payments'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import type {
  PaymentFact,
  ProviderEvent,
  ProviderName,
  SessionFact,
  SubscriptionFact,
} from '../../../lib/payments/provider.ts'
import { endOfGrace } from './rules.ts'

/** False when it was stored before. */
export async function insertEvent(tx: Database, { provider, id, facts }: ProviderEvent, now: Date): Promise<boolean> {
  const { rows } = await sql`/* insert payment event */
    insert into payment_events (provider, event_id, facts, received_at)
    values (${provider}, ${id}, ${JSON.stringify(facts)}::jsonb, ${now})
    on conflict on constraint payment_events_once do nothing returning event_id`.execute(tx)
  return rows.length === 1
}

/** Whom these sessions belong to. */
export async function listPayers(tx: Database, sessionIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`/* list payers */
    select distinct user_id as "userId" from payment_sessions where id = any(${sessionIds}::text[])`.execute(tx)
  return rows.map(({ userId }) => userId)
}

/** Holds the people until the commit, so that what is said of one person is taken in one word after the other. */
export async function lockPeople(tx: Database, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`/* lock people */
    select id from users where id::text = any(${userIds}::text[]) order by id for update`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function findKnownPlans(tx: Database, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`/* find known plans */
    select id from plans where id::text = any(${ids}::text[])`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function findSessionStatus(tx: Database, id: string): Promise<PaymentStatus | undefined> {
  const row = await tx.selectFrom('payment_sessions').select('status').where('id', '=', id).executeTakeFirst()
  return row?.status as PaymentStatus | undefined
}

export async function updateSession(tx: Database, fact: SessionFact, now: Date): Promise<void> {
  const { sessionId, status, method = null, subscriptionReference = null } = fact
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
  return row?.status as PaymentFact['status'] | undefined
}

/** A number for the receipt is drawn once, when money first moved. */
export async function putPayment(tx: Database, provider: ProviderName, fact: PaymentFact): Promise<void> {
  const { reference, subscriptionReference, userId, planId, amountCents, status, method = null, toldAt } = fact
  const number = status === 'failed' ? sql`null` : sql`nextval('payments_receipt_numbers')`
  await sql`/* put payment */
    insert into payments (user_id, plan_id, provider, provider_reference, subscription_reference, amount_cents, status, method,
                          period_starts_at, period_ends_at, paid_at, receipt_number, created_at)
    values (${userId}, ${planId}, ${provider}, ${reference}, ${subscriptionReference}, ${amountCents}, ${status}, ${method},
            ${fact.periodStartsAt}, ${fact.periodEndsAt}, ${toldAt}, ${number}, ${toldAt})
    on conflict on constraint payments_reference_unique do update
      set status = excluded.status, amount_cents = excluded.amount_cents, paid_at = excluded.paid_at,
          method = coalesce(excluded.method, payments.method),
          receipt_number = coalesce(payments.receipt_number, excluded.receipt_number)`.execute(tx)
}

export async function findWord(tx: Database, provider: ProviderName, reference: string) {
  const { rows } = await sql<{ status: string; toldAt: Date; toldBy: string }>`/* find word */
    select status, coalesce(told_at, '-infinity') as "toldAt", coalesce(told_by, '') as "toldBy" from subscriptions
     where provider = ${provider} and provider_reference = ${reference}`.execute(tx)
  return rows[0]
}

type Kept = { provider: ProviderName; fact: SubscriptionFact; toldBy: string; now: Date }

export async function putSubscription(tx: Database, { provider, fact, toldBy, now }: Kept): Promise<void> {
  const { userId, planId, reference, status, periodStartsAt, paidUntil, renewsItself, toldAt } = fact
  const cancelledAt = status === 'cancelled' ? now : null
  await sql`/* put subscription */
    insert into subscriptions (user_id, plan_id, status, provider, provider_reference, period_starts_at, period_ends_at,
                               grace_ends_at, cancelled_at, renews_itself, told_at, told_by, created_at, updated_at)
    values (${userId}, ${planId}, ${status}, ${provider}, ${reference}, ${periodStartsAt}, ${paidUntil},
            ${endOfGrace(paidUntil)}, ${cancelledAt}, ${renewsItself}, ${toldAt}, ${toldBy}, ${now}, ${now})
    on conflict on constraint subscriptions_reference_unique do update
      set plan_id = excluded.plan_id, status = excluded.status, period_starts_at = excluded.period_starts_at,
          period_ends_at = excluded.period_ends_at, grace_ends_at = excluded.grace_ends_at,
          cancelled_at = excluded.cancelled_at, renews_itself = excluded.renews_itself,
          told_at = excluded.told_at, told_by = excluded.told_by, updated_at = excluded.updated_at`.execute(tx)
}

/** What else of the person's is open besides `reference`. */
export async function listOtherOpen(
  tx: Database,
  { userId, reference }: Pick<SubscriptionFact, 'userId' | 'reference'>,
  now: Date,
) {
  const { rows } = await sql<{ id: string; provider: string; isOver: boolean }>`/* list other open */
    select id, provider, coalesce(grace_ends_at, period_ends_at) <= ${now} is true as "isOver" from subscriptions
     where user_id = ${userId} and status in ('active', 'past_due') and provider_reference is distinct from ${reference}
     order by id`.execute(tx)
  return rows
}

/** Ours to say where no provider says it: the free plan, and what ran out. */
export async function closeSubscription(
  tx: Database,
  { id, status, now }: { id: string; status: 'cancelled' | 'expired'; now: Date },
): Promise<void> {
  await sql`/* close subscription */
    update subscriptions set status = ${status}, updated_at = ${now},
           cancelled_at = case when ${status}::text = 'cancelled' then ${now}::timestamptz end
     where id = ${id} and status in ('active', 'past_due')`.execute(tx)
}

/** The plan that is open by what was written down, whatever the hour: what followed from it was done then. */
export type Standing = { planId: string | null; status: string | null; endsAt: Date | null }

export async function getStanding(tx: Database, userId: string): Promise<Standing> {
  const { rows } = await sql<Standing>`/* get standing */
    select plan_id as "planId", status, period_ends_at as "endsAt" from subscriptions
     where user_id = ${userId} and status in ('active', 'past_due')`.execute(tx)
  return rows[0] ?? { planId: null, status: null, endsAt: null }
}
