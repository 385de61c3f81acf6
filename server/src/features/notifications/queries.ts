import type { Channel, Notification, NotificationType, Topic } from '@na-regua/contract/notifications'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { relaySoon, storeEvent, toEventColumns } from '../../lib/worker/relay-events.ts'

export type NewNotification = {
  userId: string
  /** A barber: the notification is for the owner while that barber has no account. */
  insteadOf?: string | undefined
  type: NotificationType
  /** Users may disable notifications of a topic; without a topic it is always sent. */
  topic?: Topic
  /** Identifies the event, e.g. `appointment:<id>:confirmed:<version>`: one notification per user and key. */
  dedupeKey: string
  title: string
  message: string
  path?: string
  /** The text of the push, where `message` contains what a locked screen must not show: free text, an address. */
  pushMessage?: string
  /** The next start that it is about. What starts soon is pushed at night, too. */
  startsAt?: Date
  /** The push waits for an undo. */
  pushAfterSeconds?: number
}

/** Whether the user receives this topic on this channel. Checked when the email is sent, not when it is enqueued. */
export async function isTopicEnabled(
  db: Database,
  preference: { userId: string; topic: Topic; channel: Channel },
): Promise<boolean> {
  const { rows } = await sql`/* is topic enabled */
    select 1 from notification_preferences
     where user_id = ${preference.userId} and topic = ${preference.topic} and channel = ${preference.channel} and not is_on`.execute(
    db,
  )
  return rows.length === 0
}

type NotificationRow = Omit<Notification, 'createdAt'> & { createdAt: string }
type NotificationPage = { total: number; unread: number; notifications: NotificationRow[] }

/** One page, newest first, with the counts: one statement, so that list and counts are of one snapshot. */
export async function listNotifications(db: Database, userId: string, window: { limit: number; offset: number }) {
  const { rows } = await sql<NotificationPage>`/* list notifications */
    select count(*) as total, count(*) filter (where read_at is null) as unread, (
      select coalesce(json_agg(page), '[]') from (
        select id, type, title, message, path, read_at is not null as read, created_at as "createdAt"
          from notifications where user_id = ${userId}
         order by created_at desc, id limit ${window.limit} offset ${window.offset}
      ) page
    ) as notifications
    from notifications where user_id = ${userId}`.execute(db)
  const { total, unread, notifications } = rows[0] as NotificationPage
  return {
    total,
    unread,
    notifications: notifications.map(
      (row): Notification => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }),
    ),
  }
}

/** Marks one notification, or all, as read and publishes it to the user's event streams. Returns how many were found and how many remain unread. */
export async function markNotificationsRead(
  db: Database,
  { userId, id, now }: { userId: string; id?: string; now: Date },
) {
  const event = toEventColumns({ jobs: [], published: { notifications: [userId] } })
  const { rows } = await sql<{ found: number; unread: number }>`/* mark notifications read */
    with selected as (
      select id, read_at from notifications where user_id = ${userId} and (${id ?? null}::uuid is null or id = ${id ?? null})
    ), marked_read as (
      update notifications set read_at = ${now}::timestamptz
       where user_id = ${userId} and read_at is null and id in (select id from selected) returning id
    ), stored_event as (${storeEvent(event, { condition: sql`exists (select from marked_read)` })})
    select (select count(*) from selected) as found,
           (select count(*) from notifications where user_id = ${userId} and read_at is null)
         - (select count(*) from marked_read) as unread`.execute(db)
  relaySoon(db)
  return rows[0] as { found: number; unread: number }
}

/**
 * The end of a statement with CTEs: deletes the notifications under a condition on `dedupe_key` and `user_id`, with the texts of pushes that
 * still wait, also in events that have not left yet.
 */
export function deleteNotifications(condition: RawBuilder<unknown>) {
  const pushed = sql`json_array_elements(pushes) with ordinality as list(push, position)
      cross join lateral (select push->>'dedupeKey' as dedupe_key, (push->>'userId')::uuid as user_id) as named`
  return sql`, pending as materialized (
      select id from pending_events where pushes is not null and exists (select from ${pushed} where ${condition}) order by id for update),
    emptied_events as (
      update pending_events set pushes = (
        select json_agg(push order by position) from ${pushed} where (${condition}) is not true)
       where id in (select id from pending)),
    locked_pushes as materialized (select id from push_deliveries where ${condition} order by id for update),
    deleted_pushes as (delete from push_deliveries where id in (select id from locked_pushes))
    delete from notifications where ${condition}`
}
