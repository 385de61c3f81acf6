import { sql } from 'kysely'
import type { Database } from '../src/lib/database.ts'
import { demoAccounts } from './accounts.ts'

/** Each of these owners has an annual subscription: Premium with featured or more than three shops and for the demo owner, else Profissional. */
export async function insertSubscriptions(db: Database, ownerIds: readonly string[], now: Date) {
  await sql`
    insert into subscriptions (user_id, plan_id, status, provider, provider_reference, period_starts_at, period_ends_at, created_at, updated_at)
    select owner.id, plans.id, 'active', 'sandbox', 'demo-' || owner.id,
           ${now}::timestamptz - interval '65 days', ${now}::timestamptz + interval '300 days', ${now}, ${now}
      from users owner
      join lateral (select count(*) as shops, bool_or(is_featured) as "isFeatured" from barbershops
                     where owner_id = owner.id) owned on true
      join plans on plans.billing_period = 'annually' and plans.tier = case
           when owner.id = ${demoAccounts.owner.id} or owned."isFeatured" or owned.shops > 3 then 'premium' else 'professional' end
     where owner.role = 'OWNER' and owner.id = any(${ownerIds}::uuid[])`.execute(db)
  await insertSandboxSubscriptions(db)
  await sql`select refresh_badges(${now}, 2147483647)`.execute(db)
}

/** Creates the same subscriptions in the sandbox payment provider. */
async function insertSandboxSubscriptions(db: Database) {
  await sql`
    insert into sandbox_objects (id, kind, state, due_at)
    select provider_reference, 'subscription', jsonb_build_object(
             'userId', user_id, 'planId', plan_id, 'months', 12, 'priceCents', price_cents, 'status', status, 'payer', 'card',
             'creditCents', 0, 'periodStartsAt', period_starts_at, 'paidUntil', period_ends_at, 'toldAt', period_starts_at,
             'payments', '[]'::jsonb), period_ends_at
      from subscriptions join plans on plans.id = plan_id where provider_reference like 'demo-%'
    on conflict (id) do nothing`.execute(db)
}
