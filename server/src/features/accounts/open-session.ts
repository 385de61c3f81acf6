import { randomBytes } from 'node:crypto'
import type { User } from '@na-regua/contract/accounts'
import { hashToken } from '../../lib/auth.ts'
import type { Database } from '../../lib/database.ts'
import { refuseLeaving } from './deletion/queries.ts'
import { insertSession } from './queries.ts'

/** The token leaves the server here and once: the base keeps its hash. Throws ACCOUNT_LEAVING for an account that waits to be deleted. */
export async function createSession(db: Database, user: User, now: Date) {
  await refuseLeaving(db, user.id)
  const token = randomBytes(32).toString('base64url')
  await insertSession(db, { tokenHash: hashToken(token), userId: user.id, now })
  return { user, token }
}
