import type { accountsApi, Session } from '@na-regua/contract/accounts'
import { ApiError } from '@na-regua/contract/errors'
import type { Body } from '@na-regua/contract/route'
import type { CaptchaVerifier } from '../../lib/captcha.ts'
import type { Clock } from '../../lib/clock.ts'
import type { DatabasePool } from '../../lib/database.ts'
import { hashPassword } from '../../lib/password.ts'
import type { CountAttempts } from '../../lib/rate-limit.ts'
import { createSession } from './create-session.ts'
import { checkEmailNotReserved, insertConsents, insertUser, toUser } from './queries.ts'
import { cleanName, isCommonPassword } from './rules.ts'

type Deps = {
  db: DatabasePool
  clock: Clock
  captcha: CaptchaVerifier
  countAttempts: CountAttempts
}
type Registration = Body<typeof accountsApi.register>

const HOUR = 3600

/**
 * Creates the account and its first session. Errors that the user can correct are reported before the captcha is used up;
 * whether an address is taken is reported only after a solved captcha.
 */
export async function registerAccount(deps: Deps, client: string, input: Registration): Promise<Session> {
  await deps.countAttempts({ action: 'register', of: [client], max: 60, seconds: HOUR })
  const name = cleanName(input.name)
  if (isCommonPassword(input.password)) throw new ApiError('WEAK_PASSWORD')
  await deps.captcha.check(input.recaptchaToken)
  const passwordHash = await hashPassword(input.password)
  const now = deps.clock.now()
  return deps.db.transaction().execute(async (tx) => {
    const user = await insertUser(tx, { ...input, name, passwordHash, now })
    if (!user) throw new ApiError('EMAIL_TAKEN')
    await checkEmailNotReserved(tx, { userId: user.id, email: input.email, now })
    if (input.acceptedTerms) await insertConsents(tx, user.id, now)
    return createSession(tx, toUser(user), now)
  })
}
