import type { Topic } from '@na-regua/contract/notifications'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { addJob, type Job } from '../../../lib/jobs.ts'

/** How long the email waits for the person to read the push. */
const HOLD_SECONDS = 600

/** Set in the payload when the job has waited. */
export type Holdable = { isHeld?: boolean }

/** What the email reports, with the key of its notification. */
type EmailedEvent = { userId: string; dedupeKey: string; topic?: Topic }

/**
 * True: the email is not sent now. It waits ten minutes when the person gets a push of the same event and wants emails only of what they
 * did not read; after that it is dropped if they read the notification or used a button of the push. The job calls this right before
 * it sends, when everything else has been decided.
 */
export async function holdEmail<Payload extends Holdable>(
  db: Database,
  { userId, dedupeKey, topic }: EmailedEvent,
  { job, payload }: { job: Job<never, Payload>; payload: Payload },
): Promise<boolean> {
  if (payload.isHeld) return isSeen(db, userId, dedupeKey)
  if (!(await isPushed(db, { userId, dedupeKey, topic }))) return false
  const key = `${dedupeKey}:${userId}:held-email`
  await addJob(db, job, { ...payload, isHeld: true }, { key, delaySeconds: HOLD_SECONDS })
  return true
}

async function isPushed(db: Database, { userId, topic = undefined }: EmailedEvent): Promise<boolean> {
  const { rows } = await sql`/* is email held */
    select from push_subscriptions where user_id = ${userId}
       and not exists (select from push_settings where user_id = ${userId} and not holds_email)
       and not exists (select from notification_preferences
             where user_id = ${userId} and topic = ${topic ?? null}::text and channel = 'push' and not is_on)
     limit 1`.execute(db)
  return rows.length > 0
}

async function isSeen(db: Database, userId: string, dedupeKey: string): Promise<boolean> {
  const { rows } = await sql`/* is push seen */
    select from notifications where user_id = ${userId} and dedupe_key = ${dedupeKey} and read_at is not null
    union all
    select from push_deliveries where user_id = ${userId} and dedupe_key = ${dedupeKey} and answered_at is not null
    limit 1`.execute(db)
  return rows.length > 0
}
