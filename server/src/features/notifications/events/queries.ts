import { sql } from 'kysely'
import { CHANGE_CHANNEL, type ChangeTopic } from '../../../lib/change-feed.ts'
import type { Database } from '../../../lib/database.ts'
import type { JobRow } from '../../../lib/jobs.ts'
import type { NewNotification } from '../queries.ts'

/** Everything that follows from an event, written in its transaction: jobs run and event streams are notified after the commit. */
export type EventRows = {
  notifications: readonly NewNotification[]
  /** Users whose event streams receive the topic. */
  published: { userIds: readonly string[]; topic: ChangeTopic }
  jobs: readonly JobRow[]
}

/** The same as insertNotification, publish and addJob, but in one round trip: a user waits for the transaction. */
export async function publishEvent(tx: Database, event: EventRows, now: Date): Promise<void> {
  await sql`/* publish event */
    with ${eventSteps(event, now)} select ${eventStepCounts}`.execute(tx)
}

/** CTEs for a statement that writes the event itself: they take effect only where `condition` is true. Select `eventStepCounts` with them. */
export function eventSteps({ notifications, published, jobs }: EventRows, now: Date, condition = sql`true`) {
  return sql`
    inserted_notifications as (
      insert into notifications (user_id, type, fact, title, message, path, created_at)
      select "userId", type, fact, title, message, path, ${now}::timestamptz
        from json_to_recordset(${JSON.stringify(notifications)}::json)
          as new("userId" uuid, type text, topic text, fact text, title text, message text, path text)
       where ${condition} and not exists (select 1 from notification_preferences preference
             where user_id = "userId" and preference.topic = new.topic and channel = 'in-app' and not is_on)
      on conflict on constraint notifications_once do nothing returning user_id
    ),
    published as (
      select pg_notify(${CHANGE_CHANNEL}, json_build_object('userId', id, 'topic', topic)::text)
        from (select user_id as id, ${'notifications' satisfies ChangeTopic}::text as topic from inserted_notifications
              union all select id, ${published.topic}::text from unnest(${published.userIds}::uuid[]) as id where ${condition}) as messages
    ),
    queued_jobs as (
      select added_jobs.id
        from (select array_agg((name, payload, null, null, null, key, null, null)::graphile_worker.job_spec) as specs
                from json_to_recordset(${JSON.stringify(jobs)}::json) as job(name text, payload json, key text)
               where ${condition} having count(*) > 0) as new_jobs
        cross join lateral graphile_worker.add_jobs(specs) as added_jobs
    )`
}

// PostgreSQL does not evaluate a CTE without INSERT, UPDATE or DELETE unless the statement refers to it.
export const eventStepCounts = sql`(select count(*) from published) as published, (select count(*) from queued_jobs) as queued`
