import { randomBytes } from 'node:crypto'
import type { Session, User } from '@na-regua/contract/accounts'
import { ApiError } from '@na-regua/contract/errors'
import { type Caller, hashToken } from '../../lib/auth.ts'
import type { Database } from '../../lib/database.ts'
import { checkNoPendingDeletion } from './deletion/queries.ts'
import { deleteSessions, insertSession } from './queries.ts'

/**
 * Returns the token once; the database stores its hash. Throws ACCOUNT_LEAVING while the account is pending deletion.
 * The transaction must have inserted, updated or locked the user's row before (`lockVerifiedUser`, `lockIdentityUser`): a request
 * that changes the password, revokes an identity or closes the account locks the row first and ends the sessions last, so it either
 * finds this session or prevents it.
 */
export async function createSession(tx: Database, user: User, now: Date): Promise<Session> {
  await checkNoPendingDeletion(tx, user.id)
  const token = randomBytes(32).toString('base64url')
  await insertSession(tx, { tokenHash: hashToken(token), userId: user.id, now })
  return { user, token }
}

/**
 * Ends every session of the account, including the caller's, and opens a new one for the user who just authenticated. Throws
 * UNAUTHENTICATED when a concurrent request has ended the caller's session.
 */
export async function replaceSessions(
  tx: Database,
  { user, tokenHash }: { user: User } & Pick<Caller, 'tokenHash'>,
  now: Date,
): Promise<Session> {
  const ended = await deleteSessions(tx, user.id)
  if (!ended.some((hash) => hash.equals(tokenHash))) throw new ApiError('UNAUTHENTICATED')
  return createSession(tx, user, now)
}
