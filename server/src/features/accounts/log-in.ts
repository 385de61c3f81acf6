import type { accountsApi, Session } from '@na-regua/contract/accounts'
import { ApiError } from '@na-regua/contract/errors'
import type { Body } from '@na-regua/contract/route'
import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../lib/database.ts'
import { verifyPassword } from '../../lib/password.ts'
import type { CountAttempts } from '../../lib/rate-limit.ts'
import type { LogRequestSecurity } from '../../lib/security-routes.ts'
import { createSession } from './open-session.ts'
import { findUserByEmail, toUser } from './queries.ts'

type Deps = { db: Database; clock: Clock; countAttempts: CountAttempts }
type Login = Body<typeof accountsApi.login>
type Asker = { client: string; tellSecurity: LogRequestSecurity }

const FIVE_MINUTES = 300

/**
 * Unknown address, wrong password and an account without a password answer alike and equally late. Guesses are counted
 * per client, and per client and account: never per account alone, or anyone could lock anyone out.
 */
export async function logIn(deps: Deps, { client, tellSecurity }: Asker, input: Login): Promise<Session> {
  const { email, password } = input
  await deps.countAttempts(
    { action: 'login', of: [client], max: 20, seconds: FIVE_MINUTES },
    { action: 'login', of: [client, email.toLowerCase()], max: 10, seconds: FIVE_MINUTES },
  )
  const row = await findUserByEmail(deps.db, email)
  const isRight = await verifyPassword(row?.password_hash, password)
  if (!row || !isRight) {
    tellSecurity({ userId: row?.id })
    throw new ApiError('INVALID_CREDENTIALS')
  }
  return createSession(deps.db, toUser(row), deps.clock.now())
}
