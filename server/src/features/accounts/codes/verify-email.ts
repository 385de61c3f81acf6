import type { User } from '@na-regua/contract/accounts'
import { ApiError } from '@na-regua/contract/errors'
import type { Caller } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { checkEmailNotReserved, deleteOtherSessions, getUser, setVerifiedEmail } from '../queries.ts'
import { issueCode, limitCodeRequests } from './issue-code.ts'
import { findNewestCode, markCodeUsed, takeCodeAttempt } from './queries.ts'
import { type CodeRequest, explainDeadCode, explainWrongCode, isMatchingCode } from './rules.ts'

type Deps = { db: DatabasePool; clock: Clock }

/** Issues a code for the account's address, or for another one when the address was mistyped at registration. */
export async function sendEmailVerification(
  deps: Deps & { countAttempts: CountAttempts },
  caller: Caller,
  client: string,
  email: string,
) {
  if (caller.isEmailVerified) throw new ApiError('EMAIL_ALREADY_VERIFIED')
  await limitCodeRequests(deps, caller, client)
  return issueCode(deps, { userId: caller.id, email, purpose: 'verify-email' })
}

/** Verifies that the caller reads `email`, and makes it the account's address. */
export async function verifyEmailCode(
  { db, clock }: Deps,
  caller: Caller,
  { email, code }: { email: string; code: string },
): Promise<User> {
  const request = { userId: caller.id, email, purpose: 'verify-email' as const }
  const now = clock.now()
  const attempt = await takeCodeAttempt(db, request, now)
  if (!attempt) return resolveWithoutAttempt(db, request, code, now)
  const { id, hash, tries } = attempt
  if (!isMatchingCode({ ...request, id }, hash, code)) throw explainWrongCode(tries)
  return db.transaction().execute(async (tx) => {
    const user = await setVerifiedEmail(tx, { userId: caller.id, email, now })
    if (!user) throw new ApiError('EMAIL_ALREADY_VERIFIED')
    if (!(await markCodeUsed(tx, id, now))) throw new ApiError('CODE_EXPIRED')
    await checkEmailNotReserved(tx, { userId: caller.id, email, now })
    if (user.email !== caller.email) await deleteOtherSessions(tx, caller)
    return user
  })
}

/** A client that lost the first response may repeat the right code and gets the same response; all others need a new code. */
async function resolveWithoutAttempt(db: DatabasePool, request: CodeRequest, code: string, now: Date) {
  const newest = await findNewestCode(db, request)
  if (!newest) throw new ApiError('CODE_INVALID')
  const isRepeated = newest.usedAt !== null && isMatchingCode({ ...request, id: newest.id }, newest.hash, code)
  if (!isRepeated) throw explainDeadCode(newest, now)
  return getUser(db, request.userId)
}
