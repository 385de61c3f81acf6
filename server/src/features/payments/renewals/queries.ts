import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import type { ProviderName } from '../../../lib/payments/provider.ts'

/** At once; the next minute takes up the rest. */
const BATCH = 50

type Asked = { id: string; provider: ProviderName; reference: string }

/**
 * Sessions whose provider should have spoken by now: two minutes after they opened, then every two minutes. One that was paid
 * counts too while its subscription is not here. They are noted as asked in the same statement.
 */
export async function takeSilentSessions(db: Database, now: Date): Promise<Asked[]> {
  const { rows } = await sql<Asked>`
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
 * Open subscriptions to ask about: past their end every two minutes, a failed renewal every hour, and each once a day, for
 * what was done at the provider itself.
 */
export async function takeSilentSubscriptions(db: Database, now: Date): Promise<Asked[]> {
  const { rows } = await sql<Asked>`
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

/** Nobody can pay these any more, and nobody said so. */
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

/** Still so, now that its person is locked. */
export async function isLapsed(tx: Database, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from subscriptions
     where id = ${id} and status in ('active', 'past_due') and coalesce(grace_ends_at, period_ends_at) <= ${now} for update`.execute(
    tx,
  )
  return rows.length === 1
}

/**
 * Subscriptions that end within so many days and whose owner was not told so yet; each is taken once per step and end. The end
 * of a failed renewal is that of its grace. What renews by itself is told of once, three days before.
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
