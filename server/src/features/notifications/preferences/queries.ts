import { channels, type Preference, topics } from '@na-regua/contract/notifications'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'

/** Every topic on every channel: on, unless the person said otherwise. */
export async function listPreferences(db: Database, userId: string): Promise<Preference[]> {
  const { rows } = await sql<Preference>`/* list preferences */
    select topic, channel, coalesce(chosen.is_on, true) as "isOn"
      from unnest(${[...topics]}::text[]) with ordinality as topics (topic, topic_place)
     cross join unnest(${[...channels]}::text[]) with ordinality as channels (channel, channel_place)
      left join (select * from notification_preferences where user_id = ${userId}) chosen using (topic, channel)
     order by topic_place, channel_place`.execute(db)
  return rows
}

/** Keeps what is named and leaves the rest. Somebody who is gone has no preferences: nothing happens. */
export async function setPreferences(db: Database, userId: string, preferences: readonly Preference[], now: Date) {
  // The same switch named twice: the last word counts, and one statement must not touch a row twice.
  const last = new Map(preferences.map((preference) => [`${preference.topic} ${preference.channel}`, preference]))
  await sql`/* set preferences */
    insert into notification_preferences (user_id, topic, channel, is_on, updated_at)
    select users.id, wished.topic, wished.channel, wished."isOn", ${now}::timestamptz
      from json_to_recordset(${JSON.stringify([...last.values()])}::json) as wished (topic text, channel text, "isOn" boolean)
      join users on users.id = ${userId}
     order by 2, 3
    on conflict on constraint notification_preferences_key
    do update set is_on = excluded.is_on, updated_at = excluded.updated_at`.execute(db)
}
