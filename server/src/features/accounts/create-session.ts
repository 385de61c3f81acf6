import { randomBytes } from 'node:crypto'
import type { Session, User } from '@na-regua/contract/accounts'
import { hashToken } from '../../lib/auth.ts'
import type { Database } from '../../lib/database.ts'
import { checkNoPendingDeletion } from './deletion/queries.ts'
import { deleteSessions, insertSession } from './queries.ts'

/** Returns the token once; the database stores its hash. Throws ACCOUNT_LEAVING while the account is pending deletion. */
export async function createSession(db: Database, user: User, now: Date): Promise<Session> {
  await checkNoPendingDeletion(db, user.id)
  const token = randomBytes(32).toString('base64url')
  await insertSession(db, { tokenHash: hashToken(token), userId: user.id, now })
  return { user, token }
}

/** Ends every session of the account, including the caller's, and opens a new one for the user who just authenticated. */
export async function replaceSessions(tx: Database, user: User, now: Date): Promise<Session> {
  await deleteSessions(tx, user.id)
  return createSession(tx, user, now)
}
