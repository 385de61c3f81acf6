import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'

/** The open plan by its stored status, even past its end: the consequences of that status are in effect. */
export type OpenPlan = { planId: string | null; status: string | null; endsAt: Date | null }

export async function getOpenPlan(tx: Database, userId: string): Promise<OpenPlan> {
  const { rows } = await sql<OpenPlan>`/* get open plan */
    select plan_id as "planId", status, period_ends_at as "endsAt" from subscriptions
     where user_id = ${userId} and status in ('active', 'past_due')`.execute(tx)
  return rows[0] ?? { planId: null, status: null, endsAt: null }
}

/** A subscription to the free plan has no end. */
export async function insertFree(tx: Database, userId: string, now: Date): Promise<void> {
  await sql`/* insert free subscription */
    insert into subscriptions (user_id, plan_id, status, provider, period_starts_at, renews_itself, created_at, updated_at)
    select ${userId}, id, 'active', 'free', ${now}, false, ${now}, ${now} from plans
     where tier = 'basic' and billing_period = 'monthly'`.execute(tx)
}
