import { sql } from 'kysely'
import type { Database } from '../../../lib/database.ts'
import { SESSION_IDLE_DAYS } from '../../accounts/rules.ts'

/** Which of these sessions still stand. An open page is no use of a session: it does not keep one alive. */
export async function findOpenSessions(db: Database, tokenHashes: readonly Buffer[], now: Date): Promise<Set<string>> {
  const { rows } = await sql<{ hash: string }>`/* find open sessions */
    select encode(token_hash, 'hex') as hash from sessions
     where token_hash = any (${tokenHashes}::bytea[]) and expires_at > ${now}::timestamptz
       and last_used_at > ${now}::timestamptz - make_interval(days => ${SESSION_IDLE_DAYS})`.execute(db)
  return new Set(rows.map(({ hash }) => hash))
}
