import { sql } from 'kysely'
import { CHANGE_CHANNEL, type ChangeTopic } from '../../../lib/change-feed.ts'
import type { Database } from '../../../lib/database.ts'
import type { JobRow } from '../../../lib/jobs.ts'
import type { NewNotification } from '../queries.ts'

/** All that follows from one fact, told in its transaction: `jobs` run and `changed` hear after the commit, or never. */
export type EventRows = {
  notifications: readonly NewNotification[]
  /** Whose open pages fetch anew. */
  published: { userIds: readonly string[]; topic: ChangeTopic }
  jobs: readonly JobRow[]
}

/** As insertNotification, announce and addJob do it one by one; in one statement, because people wait for what writes the fact. */
export async function publishEvent(tx: Database, tidings: EventRows, now: Date): Promise<void> {
  await sql`/* tell people */
    with ${eventSteps(tidings, now)} select ${eventStepCounts}`.execute(tx)
}

/** Steps of a statement that writes the fact itself; they tell of it only if `isFact`. Whoever takes them selects `tellingCounts`. */
export function eventSteps({ notifications, published: changed, jobs }: EventRows, now: Date, isFact = sql`true`) {
  return sql`
    told as (
      insert into notifications (user_id, type, fact, title, message, path, created_at)
      select "userId", type, fact, title, message, path, ${now}::timestamptz
        from json_to_recordset(${JSON.stringify(notifications)}::json)
          as new("userId" uuid, type text, topic text, fact text, title text, message text, path text)
       where ${isFact} and not exists (select 1 from notification_preferences preference
             where user_id = "userId" and preference.topic = new.topic and channel = 'in-app' and not is_on)
      on conflict on constraint notifications_once do nothing returning user_id
    ),
    heard as (
      select pg_notify(${CHANGE_CHANNEL}, json_build_object('userId', id, 'topic', topic)::text)
        from (select user_id as id, ${'notifications' satisfies ChangeTopic}::text as topic from told
              union all select id, ${changed.topic}::text from unnest(${changed.userIds}::uuid[]) as id where ${isFact}) as news
    ),
    queued as (
      select graphile_worker.add_job(name, payload => payload, job_key => key)
        from json_to_recordset(${JSON.stringify(jobs)}::json) as job(name text, payload json, key text) where ${isFact}
    )`
}

// Steps that only read are left out unless somebody asks for them.
export const eventStepCounts = sql`(select count(*) from heard) as heard, (select count(*) from queued) as queued`
