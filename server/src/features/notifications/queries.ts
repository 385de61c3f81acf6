import type { Channel, NotificationType, Topic } from '@na-regua/contract/notifications'
import { sql } from 'kysely'
import type { Database } from '../../lib/database.ts'
import { LIVE_CHANNEL, type LiveTopic } from '../../lib/live.ts'

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
    select pg_notify(${LIVE_CHANNEL}, json_build_object('userId', user_id, 'topic', ${'notifications' satisfies LiveTopic}::text)::text)
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
