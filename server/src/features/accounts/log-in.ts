import type { accountsApi, Session } from '@na-regua/contract/accounts'
import { ApiError } from '@na-regua/contract/errors'
import type { Body } from '@na-regua/contract/route'
import type { Clock } from '../../lib/clock.ts'
import type { DatabasePool } from '../../lib/database.ts'
import { verifyPassword } from '../../lib/password.ts'
import type { CountAttempts } from '../../lib/rate-limit.ts'
import type { LogRequestSecurity } from '../../lib/security-log.ts'
import { createSession } from './create-session.ts'
import { findUserByEmail, lockVerifiedUser } from './queries.ts'

type Deps = { db: DatabasePool; clock: Clock; countAttempts: CountAttempts }
type LoginClient = { client: string; logSecurity: LogRequestSecurity }

const FIVE_MINUTES = 300

/**
 * An unknown address, a wrong password and an account without a password get the same response in the same time. Attempts are
 * counted per client, and per client and account: never per account alone, or anyone could lock anyone out.
 */
export async function logInWithPassword(
  deps: Deps,
  { client, logSecurity }: LoginClient,
  { email, password }: Body<typeof accountsApi.login>,
): Promise<Session> {
  await deps.countAttempts(
    { action: 'login', of: [client], max: 20, seconds: FIVE_MINUTES },
    { action: 'login', of: [client, email.toLowerCase()], max: 10, seconds: FIVE_MINUTES },
  )
  const row = await findUserByEmail(deps.db, email)
  const isRight = await verifyPassword(row?.password_hash, password)
  const session = row?.password_hash && isRight && (await openSession(deps, row.id, row.password_hash))
  if (session) return session
  logSecurity({ userId: row?.id })
  throw new ApiError('INVALID_CREDENTIALS')
}

/** Undefined when the password was changed after it was verified. */
function openSession({ db, clock }: Deps, userId: string, passwordHash: string): Promise<Session | undefined> {
  return db.transaction().execute(async (tx) => {
    const user = await lockVerifiedUser(tx, { userId, passwordHash })
    return user && createSession(tx, user, clock.now())
  })
}
