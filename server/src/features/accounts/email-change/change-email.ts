import type { Session } from '@na-regua/contract/accounts'
import { ApiError } from '@na-regua/contract/errors'
import type { profileApi } from '@na-regua/contract/profile'
import type { Body } from '@na-regua/contract/route'
import type { Caller } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { addJob } from '../../../lib/jobs.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { issueCode, limitCodeRequests } from '../codes/issue-code.ts'
import { findNewestCode, markCodeUsed, takeCodeAttempt } from '../codes/queries.ts'
import { explainDeadCode, explainWrongCode, isMatchingCode } from '../codes/rules.ts'
import { replaceSessions } from '../create-session.ts'
import { checkEmailNotReserved, getUser } from '../queries.ts'
import { isGoogleManaged } from '../rules.ts'
import { type Requester, requireRecentLogin } from '../sessions/confirm-identity.ts'
import { insertEmailChange, updateEmail } from './queries.ts'
import { sendEmailChangedEmailJob } from './undo-email-change.ts'

type Deps = { db: DatabasePool; clock: Clock }

/**
 * Issues a code for the new address. The response does not reveal whether the address belongs to another account: it is the
 * same, and the job sends no email.
 */
export async function sendEmailChangeCode(
  deps: Deps & { countAttempts: CountAttempts },
  requester: Requester,
  { newEmail, currentPassword }: Body<typeof profileApi.sendEmailChange>,
) {
  const { id: userId, email } = requester.caller
  if (isGoogleManaged(await getUser(deps.db, userId))) throw new ApiError('EMAIL_MANAGED')
  if (newEmail.toLowerCase() === email.toLowerCase()) throw new ApiError('EMAIL_UNCHANGED')
  await requireRecentLogin(deps, requester, currentPassword)
  await limitCodeRequests(deps, requester.caller, requester.client)
  return issueCode(deps, { userId, email: newEmail, purpose: 'change-email' })
}

const INVALID_CODE_MESSAGE = 'Código de verificação inválido'

/**
 * Makes the verified address the account's and ends every session; the response contains a new one. The old address gets an
 * undo link only if it was verified: a mistyped address belongs to a stranger.
 */
export async function verifyEmailChange(
  { db, clock }: Deps,
  caller: Caller,
  { newEmail, verificationCode }: Body<typeof profileApi.verifyEmailChange>,
): Promise<Session> {
  const now = clock.now()
  const request = { userId: caller.id, email: newEmail, purpose: 'change-email' as const }
  const attempt = await takeCodeAttempt(db, request, now)
  if (!attempt) {
    const newest = await findNewestCode(db, request)
    throw newest ? explainDeadCode(newest, now) : new ApiError('CODE_INVALID', {}, INVALID_CODE_MESSAGE)
  }
  if (!isMatchingCode({ ...request, id: attempt.id }, attempt.hash, verificationCode))
    throw explainWrongCode(attempt.tries, INVALID_CODE_MESSAGE)
  return db.transaction().execute(async (tx) => {
    const user = await updateEmail(tx, { userId: caller.id, from: caller.email, to: newEmail, now })
    // A concurrent request changed the address, which ended this session.
    if (!user) throw new ApiError('UNAUTHENTICATED')
    if (!(await markCodeUsed(tx, attempt.id, now))) throw new ApiError('CODE_EXPIRED')
    await checkEmailNotReserved(tx, { userId: caller.id, email: newEmail, now })
    if (caller.isEmailVerified) {
      const changeId = await insertEmailChange(tx, { userId: caller.id, oldEmail: caller.email, now })
      await addJob(tx, sendEmailChangedEmailJob, { changeId }, { key: `email-change:${changeId}:email` })
    }
    return replaceSessions(tx, { user, tokenHash: caller.tokenHash }, now)
  })
}
