import { sql } from 'kysely'
import type { Database } from './database.ts'

/** What may have changed for a person; the web fetches it anew under the query key of the same name. */
export type LiveTopic = 'notifications' | 'appointments' | 'account'

export const LIVE_CHANNEL = 'live'

/** Tells every open page of these people, on every process, that something changed: with the commit, or never. */
export async function announce(tx: Database, userIds: readonly string[], topic: LiveTopic): Promise<void> {
  await sql`/* announce */
    select pg_notify(${LIVE_CHANNEL}, json_build_object('userId', id, 'topic', ${topic}::text)::text)
      from unnest(${userIds}::uuid[]) as id`.execute(tx)
}
