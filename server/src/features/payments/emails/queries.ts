import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { verifiedName } from '../../accounts/queries.ts'

export type SubscriptionOwner = {
  id: string
  userId: string
  /** Null while the address is unverified. */
  name: string | null
  email: string
  planName: string
  status: string
  endsAt: Date | null
  graceEndsAt: Date | null
  renewsItself: boolean
  continuesFree: boolean
}

/** A subscription with its owner: by `id`, or the newest of `userId`, open ones first. */
export async function findSubscriptionOwner(
  db: Database,
  { id = null, userId = null }: { id?: string | null; userId?: string | null },
): Promise<SubscriptionOwner | undefined> {
  const { rows } = await sql<SubscriptionOwner>`/* find subscription owner */
    select subscriptions.id, users.id as "userId", ${verifiedName('users')} as name, users.email, plans.name as "planName", status,
           period_ends_at as "endsAt", grace_ends_at as "graceEndsAt", renews_itself as "renewsItself",
           continues_free as "continuesFree"
      from subscriptions join users on users.id = user_id join plans on plans.id = plan_id
     where subscriptions.id = ${id}::uuid or user_id = ${userId}::uuid
     order by status in ('active', 'past_due') desc, updated_at desc limit 1`.execute(db)
  return rows[0]
}
