import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import {
  hasRecipient,
  type PendingEvent,
  relaySoon,
  storeEvent,
  toEventColumns,
} from '../../../lib/worker/relay-events.ts'
import type { NewNotification } from '../queries.ts'

/** Everything that follows from an event, written in its transaction: jobs run and event streams are notified after the commit. */
export type EventRows = PendingEvent & {
  notifications: readonly NewNotification[]
  /** What users need not read any more. `publishEvent` marks it as read. */
  read?: readonly ReadNotifications[]
  /** Whose reminders of this are no longer true. `publishEvent` deletes them. */
  outdatedReminders?: readonly ReadNotifications[]
}

/** Those of a user whose `dedupe_key` starts with this and a colon: `appointment:<id>`. */
type ReadNotifications = { userId: string; subject: string }

/** Writes the event in one round trip: a user waits for the transaction. */
export async function publishEvent(tx: Database, event: EventRows, now: Date): Promise<void> {
  await sql`/* publish event */
    with ${eventSteps(toEventParams(event), now)}${readSteps(event.read ?? [], now)}${reminderSteps(event.outdatedReminders ?? [])} select`.execute(
    tx,
  )
  relaySoon(tx)
}

/** A notification alone, with its push to the devices of the user, also of one who wants none in the product. */
export async function insertNotification(tx: Database, notification: NewNotification, now: Date): Promise<void> {
  await publishEvent(tx, { notifications: [notification], published: {}, jobs: [] }, now)
}

/**
 * Marks what was there before the event as read, and publishes it only if there was something. Rows that another transaction is
 * marking are not waited for (decision 06).
 */
function readSteps(read: readonly ReadNotifications[], now: Date) {
  if (read.length === 0) return sql``
  const users = [...new Set(read.map(({ userId }) => userId))]
  const event = toEventColumns({ jobs: [], published: { notifications: users } })
  return sql`,
    marked_read as (
      update notifications set read_at = ${now}::timestamptz where id = any (array(
        select id from notifications
         where user_id = any(${users}::uuid[]) and read_at is null
           and (user_id, split_part(dedupe_key, ':', 1) || ':' || split_part(dedupe_key, ':', 2)) in (
                 select "userId", subject from json_to_recordset(${JSON.stringify(read)}::json) as read("userId" uuid, subject text))
           for update skip locked))
      returning 1
    ),
    read_event as (${storeEvent(event, { condition: sql`exists (select from marked_read)` })})`
}

/** Like the steps above, without waiting for rows of others. The notification of the change is published with it. */
function reminderSteps(outdated: readonly ReadNotifications[]) {
  if (outdated.length === 0) return sql``
  const users = [...new Set(outdated.map(({ userId }) => userId))]
  return sql`,
    deleted_reminders as (
      delete from notifications where id = any (array(
        select id from notifications
         where user_id = any(${users}::uuid[]) and split_part(dedupe_key, ':', 3) like 'reminder-%'
           and (user_id, split_part(dedupe_key, ':', 1) || ':' || split_part(dedupe_key, ':', 2)) in (
                 select "userId", subject from json_to_recordset(${JSON.stringify(outdated)}::json) as outdated("userId" uuid, subject text))
           for update skip locked)))`
}

/** The parameters of `eventSteps`. Users with a new notification are notified of it, too. */
export function toEventParams({ notifications, published, jobs }: EventRows) {
  const notified = [...new Set([...(published.notifications ?? []), ...notifications.map(({ userId }) => userId)])]
  const event = { jobs, published: notified.length > 0 ? { ...published, notifications: notified } : published }
  const pushUserIds = notifications.map(({ userId }) => userId)
  return { notifications: JSON.stringify(notifications), pushUserIds, ...toEventColumns(event) }
}

type EventParams = ReturnType<typeof toEventParams>

/**
 * CTEs for a statement that writes the event itself: they take effect only where `condition` is true. A barber without an account is
 * notified of nothing. Call `relaySoon` when it has run.
 */
export function eventSteps(params: EventParams, now: Date, condition = sql<boolean>`true`) {
  const pushes = { list: params.notifications, userIds: params.pushUserIds, at: now }
  return sql`
    inserted_notifications as (
      insert into notifications (user_id, type, dedupe_key, title, message, path, created_at)
      select "userId", type, "dedupeKey", title, message, path, ${now}::timestamptz
        from json_to_recordset(${params.notifications}::json)
          as new("userId" uuid, "insteadOf" uuid, type text, topic text, "dedupeKey" text, title text, message text, path text)
       where ${condition} and ${hasRecipient}
         and not exists (select 1 from notification_preferences preference
             where user_id = "userId" and preference.topic = new.topic and channel = 'in-app' and not is_on)
      on conflict on constraint notifications_once do nothing
    ),
    stored_event as (${storeEvent(params, { condition, pushes })})`
}
