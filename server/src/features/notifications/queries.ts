import type { Channel, Notification, NotificationType, Topic } from '@na-regua/contract/notifications'
import { sql } from 'kysely'
import { CHANGE_CHANNEL, type ChangeTopic } from '../../lib/change-feed.ts'
import type { Database } from '../../lib/database.ts'

export type NewNotification = {
  userId: string
  type: NotificationType
  /** What the person may have switched off; without one it is always told. */
  topic?: Topic
  /** Names what happened, e.g. `appointment:<id>:confirmed:<version>`: the same fact is told once. */
  fact: string
  title: string
  message: string
  path?: string
}

/** Tells a person inside the product, in the transaction of the fact: seen live after the commit, or never. */
export async function insertNotification(tx: Database, notification: NewNotification, now: Date): Promise<void> {
  const { userId, type, topic = null, fact, title, message, path = null } = notification
  await sql`/* insert notification */
    with told as (
      insert into notifications (user_id, type, fact, title, message, path, created_at)
      select ${userId}::uuid, ${type}::text, ${fact}::text, ${title}::text, ${message}::text, ${path}::text, ${now}::timestamptz
       where not exists (select 1 from notification_preferences
             where user_id = ${userId}::uuid and topic = ${topic}::text and channel = 'in-app' and not is_on)
      on conflict on constraint notifications_once do nothing returning user_id
    )
    select pg_notify(${CHANGE_CHANNEL}, json_build_object('userId', user_id, 'topic', ${'notifications' satisfies ChangeTopic}::text)::text)
      from told`.execute(tx)
}

/** Whether the person wants to hear of this topic on this channel. Asked when the letter leaves, not when it is planned. */
export async function isWanted(
  db: Database,
  wish: { userId: string; topic: Topic; channel: Channel },
): Promise<boolean> {
  const { rows } = await sql`/* is wanted */
    select 1 from notification_preferences
     where user_id = ${wish.userId} and topic = ${wish.topic} and channel = ${wish.channel} and not is_on`.execute(db)
  return rows.length === 0
}

type Row = Omit<Notification, 'createdAt'> & { createdAt: string }
type Listed = { total: number; unread: number; notifications: Row[] }

/** One page, newest first, and how many there are: one statement, so that list and count never disagree. */
export async function listNotifications(db: Database, userId: string, window: { limit: number; offset: number }) {
  const { rows } = await sql<Listed>`/* list notifications */
    select count(*) as total, count(*) filter (where read_at is null) as unread, (
      select coalesce(json_agg(page), '[]') from (
        select id, type, title, message, path, read_at is not null as read, created_at as "createdAt"
          from notifications where user_id = ${userId}
         order by created_at desc, id limit ${window.limit} offset ${window.offset}
      ) page
    ) as notifications
    from notifications where user_id = ${userId}`.execute(db)
  const { total, unread, notifications } = rows[0] as Listed
  const listed = notifications.map(
    (row): Notification => ({ ...row, createdAt: new Date(row.createdAt).toISOString() }),
  )
  return { total, unread, notifications: listed }
}

/** Marks the named one, or all, and tells the person's other open pages. Answers how many were there, and are unread now. */
export async function setRead(db: Database, { userId, id, now }: { userId: string; id?: string; now: Date }) {
  const { rows } = await sql<{ found: number; unread: number }>`/* set read */
    with wanted as (
      select id, read_at from notifications where user_id = ${userId} and (${id ?? null}::uuid is null or id = ${id ?? null})
    ), marked as (
      update notifications set read_at = ${now}::timestamptz
       where user_id = ${userId} and read_at is null and id in (select id from wanted) returning id
    ), told as (
      select pg_notify(${CHANGE_CHANNEL}, json_build_object('userId', ${userId}::uuid, 'topic', ${'notifications' satisfies ChangeTopic}::text)::text)
       where exists (select 1 from marked)
    )
    select (select count(*) from wanted) as found, (select count(*) from told) as told,
           (select count(*) from notifications where user_id = ${userId} and read_at is null)
         - (select count(*) from marked) as unread`.execute(db)
  return rows[0] as { found: number; unread: number }
}

export async function deleteNotificationsBefore(db: Database, instant: Date) {
  await db.deleteFrom('notifications').where('created_at', '<', instant).execute()
}
