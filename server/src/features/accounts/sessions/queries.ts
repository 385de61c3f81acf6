import type { OwnSession } from '@na-regua/contract/profile'
import { sql } from 'kysely'
import type { Caller } from '../../../lib/auth.ts'
import type { Database } from '../../../lib/database.ts'
import { SESSION_IDLE_DAYS } from '../rules.ts'

/** The caller's active sessions: the current one first, then by last use. */
export async function listSessions(db: Database, { id, tokenHash }: Caller, now: Date): Promise<OwnSession[]> {
  const { rows } = await sql<{
    id: string
    device: string | null
    created: Date
    used: Date
    isCurrent: boolean
  }>`/* list sessions */
    select id, device, created_at as created, last_used_at as used, token_hash = ${tokenHash} as "isCurrent"
    from sessions where user_id = ${id} and expires_at > ${now}::timestamptz
      and last_used_at > ${now}::timestamptz - make_interval(days => ${SESSION_IDLE_DAYS})
    order by "isCurrent" desc, last_used_at desc, id`.execute(db)
  return rows.map(({ created, used, ...session }) => ({
    ...session,
    createdAt: created.toISOString(),
    lastUsedAt: used.toISOString(),
  }))
}

/** False when the user has no session with this id. */
export async function deleteOwnSession(db: Database, session: { id: string; userId: string }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', session.id)
    .where('user_id', '=', session.userId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** When the session's user last authenticated, and the password hash to do so again. Undefined when the session has ended. */
export async function findLoginConfirmation(db: Database, tokenHash: Buffer) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('token_hash', '=', tokenHash)
    .select((eb) => [
      eb.fn.coalesce('sessions.confirmed_at', 'sessions.created_at').as('confirmedAt'),
      'users.password_hash as passwordHash',
    ])
    .executeTakeFirst()
}

export async function setLoginConfirmed(db: Database, tokenHash: Buffer, now: Date) {
  await db.updateTable('sessions').set({ confirmed_at: now }).where('token_hash', '=', tokenHash).execute()
}
