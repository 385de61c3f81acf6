import type { OwnPlan, Plan } from '@na-regua/contract/plans'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { describePlan } from './rules.ts'

type Row = Parameters<typeof describePlan>[0] & { monthlyCents: number }

const columns = sql`
  plans.id, plans.tier, plans.name, plans.description, plans.billing_period, plans.price_cents, plans.max_barbershops, plans.max_barbers,
  (select price_cents from plans monthly where monthly.tier = plans.tier and monthly.billing_period = 'monthly') as "monthlyCents"`

function toPlan({ monthlyCents, ...row }: Row): Plan {
  return describePlan(row, monthlyCents)
}

export async function listPlans(db: Database): Promise<Plan[]> {
  const { rows } = await sql<Row>`/* list plans */ select ${columns} from plans order by position`.execute(db)
  return rows.map(toPlan)
}

export async function findPlan(db: Database, id: string): Promise<Plan | undefined> {
  const { rows } = await sql<Row>`/* find plan */ select ${columns} from plans where id = ${id}`.execute(db)
  return rows[0] && toPlan(rows[0])
}

type OwnRow = Row & { status: OwnPlan['status']; expiresAt: Date | null; isLeaving: boolean }

/**
 * The limits of the user's current subscription, and whether they can edit anything: not without a plan, and not while the account is
 * pending deletion. Read it in the transaction that depends on it.
 */
export async function getOwnPlan(db: Database, userId: string, now: Date): Promise<OwnPlan> {
  const { rows } = await sql<OwnRow>`/* get own plan */
    with last as (
      select plan_id, status, period_ends_at, status in ('active', 'past_due')
             and (coalesce(grace_ends_at, period_ends_at) is null or coalesce(grace_ends_at, period_ends_at) > ${now}) as is_open
        from subscriptions where user_id = ${userId} order by status in ('active', 'past_due') desc, updated_at desc limit 1
    )
    select ${columns}, case when last.status is null then 'none' when last.is_open then last.status
                            when last.status = 'cancelled' then 'cancelled' else 'expired' end as status,
           case when last.is_open then last.period_ends_at end as "expiresAt",
           exists (select from account_deletions where user_id = ${userId}) as "isLeaving"
      from (select 1) as one left join last on true
      join plans on case when last.is_open then plans.id = last.plan_id else plans.tier = 'basic' and plans.billing_period = 'monthly' end`.execute(
    db,
  )
  const { status, expiresAt, isLeaving, ...row } = rows[0] as OwnRow
  const canEdit = !isLeaving && (status === 'active' || status === 'past_due')
  return { plan: toPlan(row), status, canEdit, expiresAt: expiresAt?.toISOString() ?? null }
}

/** An expression that takes the lock of `lockLimits`. */
export function limitsLock(userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`pg_advisory_xact_lock(hashtextextended('limits ' || ${userId}::text, 0))`
}

/**
 * Serializes everything that counts against an owner's limits, and every change of the plan that sets them, until the end of the
 * transaction. The first lock of a transaction (decision 06).
 */
export async function lockLimits(tx: Database, userId: string): Promise<void> {
  await sql`/* lock limits */ select ${limitsLock(sql`${userId}`)}`.execute(tx)
}
