import { channels, type Preference, topics } from '@na-regua/contract/notifications'
import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'

/** Every topic on every channel: enabled unless the user disabled it. */
export async function listPreferences(db: Database, userId: string): Promise<Preference[]> {
  const { rows } = await sql<Preference>`/* list preferences */
    select topic, channel, coalesce(stored.is_on, true) as "isOn"
      from unnest(${[...topics]}::text[]) with ordinality as topics (topic, topic_place)
     cross join unnest(${[...channels]}::text[]) with ordinality as channels (channel, channel_place)
      left join (select * from notification_preferences where user_id = ${userId}) stored using (topic, channel)
     order by topic_place, channel_place`.execute(db)
  return rows
}

/** Saves the given preferences and leaves the others unchanged. Does nothing for a user who no longer exists. */
export async function setPreferences(db: Database, userId: string, preferences: readonly Preference[], now: Date) {
  // The last value of a duplicate wins: one INSERT … ON CONFLICT must not update a row twice.
  const unique = new Map(preferences.map((preference) => [`${preference.topic} ${preference.channel}`, preference]))
  await sql`/* set preferences */
    insert into notification_preferences (user_id, topic, channel, is_on, updated_at)
    select users.id, input.topic, input.channel, input."isOn", ${now}::timestamptz
      from json_to_recordset(${JSON.stringify([...unique.values()])}::json) as input (topic text, channel text, "isOn" boolean)
      join users on users.id = ${userId}
     order by 2, 3
    on conflict on constraint notification_preferences_key
    do update set is_on = excluded.is_on, updated_at = excluded.updated_at`.execute(db)
}
