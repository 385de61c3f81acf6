import type { Session } from '@na-regua/contract/accounts'
import { ApiError } from '@na-regua/contract/errors'
import type { profileApi } from '@na-regua/contract/profile'
import type { Body } from '@na-regua/contract/route'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { recordEvent } from '../../../lib/events.ts'
import { addJob } from '../../../lib/jobs.ts'
import { hashPassword, verifyPassword } from '../../../lib/password.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { replaceSessions } from '../create-session.ts'
import { getUser } from '../queries.ts'
import { isGoogleManaged } from '../rules.ts'
import { passwordAttemptLimits, type Requester } from '../sessions/confirm-identity.ts'
import { findPasswordHash, updatePasswordHash } from './queries.ts'
import { checkPasswordChange } from './rules.ts'
import { sendPasswordChangedEmailJob } from './send-password-changed-email.ts'

type Deps = { db: DatabasePool; clock: Clock; countAttempts: CountAttempts }

/** Ends every session, including the caller's; the response contains a new one. */
export async function changePassword(
  { db, clock, countAttempts }: Deps,
  requester: Requester,
  input: Body<typeof profileApi.changePassword>,
): Promise<Session> {
  const userId = requester.caller.id
  if (isGoogleManaged(await getUser(db, userId))) throw new ApiError('PASSWORD_MANAGED')
  checkPasswordChange(input)
  await countAttempts(...passwordAttemptLimits(requester))
  const from = await findPasswordHash(db, userId)
  const isRight = await verifyPassword(from, input.currentPassword)
  if (!from || !isRight) throw new ApiError('WRONG_PASSWORD')
  const to = await hashPassword(input.newPassword)
  return db.transaction().execute(async (tx) => {
    const user = await updatePasswordHash(tx, { userId, from, to })
    if (!user) throw new ApiError('WRONG_PASSWORD')
    const now = clock.now()
    await recordEvent(tx, { name: 'password.changed', userId, at: now })
    await addJob(tx, sendPasswordChangedEmailJob, { userId, changedAt: now.toISOString() })
    return replaceSessions(tx, { user, tokenHash: requester.caller.tokenHash }, now)
  })
}
