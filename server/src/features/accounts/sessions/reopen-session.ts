import type { Session, User } from '@na-regua/contract/accounts'
import type { Database } from '../../../lib/database.ts'
import { createSession } from '../open-session.ts'
import { deleteSessions } from '../queries.ts'

/** Ends every session of the account, the caller's own too, and opens a fresh one for who just proved to be its person. */
export async function reopenSession(tx: Database, user: User, now: Date): Promise<Session> {
  await deleteSessions(tx, user.id)
  return createSession(tx, user, now)
}
