import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { SESSION_IDLE_DAYS } from '../../accounts/rules.ts'

/** Which of these sessions have not ended. An open stream does not count as use of a session, so it does not extend it. */
export async function listLiveSessionHashes(
  db: Database,
  tokenHashes: readonly Buffer[],
  now: Date,
): Promise<Set<string>> {
  const { rows } = await sql<{ hash: string }>`/* list live session hashes */
    select encode(token_hash, 'hex') as hash from sessions
     where token_hash = any (${tokenHashes}::bytea[]) and expires_at > ${now}::timestamptz
       and last_used_at > ${now}::timestamptz - make_interval(days => ${SESSION_IDLE_DAYS})`.execute(db)
  return new Set(rows.map(({ hash }) => hash))
}
