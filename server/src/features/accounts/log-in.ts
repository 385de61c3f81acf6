import type { accountsApi, Session } from '@na-regua/contract/accounts'
import { ApiError } from '@na-regua/contract/errors'
import type { Body } from '@na-regua/contract/route'
import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../lib/database.ts'
import { verifyPassword } from '../../lib/password.ts'
import type { CountAttempts } from '../../lib/rate-limit.ts'
import type { NoteSecurity } from '../../lib/security-log.ts'
import { openSession } from './open-session.ts'
import { findUserByEmail, toUser } from './queries.ts'

type Deps = { db: Database; clock: Clock; countAttempts: CountAttempts; noteSecurity: NoteSecurity }

const FIVE_MINUTES = 300

/**
 * Unknown address, wrong password and an account without a password answer alike and equally late. Guesses are counted
 * per client, and per client and account: never per account alone, or anyone could lock anyone out.
 */
export async function logIn(deps: Deps, client: string, input: Body<typeof accountsApi.login>): Promise<Session> {
  const { email, password } = input
  await deps.countAttempts(
    { action: 'login', of: [client], max: 20, seconds: FIVE_MINUTES },
    { action: 'login', of: [client, email.toLowerCase()], max: 10, seconds: FIVE_MINUTES },
  )
  const row = await findUserByEmail(deps.db, email)
  const isRight = await verifyPassword(row?.password_hash, password)
  if (!row || !isRight) {
    deps.noteSecurity('login-failed', { userId: row?.id, client })
    throw new ApiError('INVALID_CREDENTIALS')
  }
  const session = await openSession(deps.db, toUser(row), deps.clock.now())
  deps.noteSecurity('login-succeeded', { userId: row.id, client })
  return session
}
