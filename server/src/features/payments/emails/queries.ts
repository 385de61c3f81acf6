import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'

export type Told = {
  id: string
  userId: string
  name: string
  email: string
  planName: string
  status: string
  endsAt: Date | null
  graceEndsAt: Date | null
  renewsItself: boolean
}

/** A subscription with its person: the one of `id`, or the newest of the person's, an open one first. */
export async function findTold(
  db: Database,
  { id = null, userId = null }: { id?: string | null; userId?: string | null },
): Promise<Told | undefined> {
  const { rows } = await sql<Told>`/* find told */
    select subscriptions.id, users.id as "userId", users.name, users.email, plans.name as "planName", status,
           period_ends_at as "endsAt", grace_ends_at as "graceEndsAt", renews_itself as "renewsItself"
      from subscriptions join users on users.id = user_id join plans on plans.id = plan_id
     where subscriptions.id = ${id}::uuid or user_id = ${userId}::uuid
     order by status in ('active', 'past_due') desc, updated_at desc limit 1`.execute(db)
  return rows[0]
}
