import type { Session } from '@na-regua/contract/accounts'
import { ApiError } from '@na-regua/contract/errors'
import type { profileApi } from '@na-regua/contract/profile'
import type { Body } from '@na-regua/contract/route'
import type { Caller } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { addJob } from '../../../lib/jobs.ts'
import { hashPassword, verifyPassword } from '../../../lib/password.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { getUser } from '../queries.ts'
import { isGoogleManaged } from '../rules.ts'
import { passwordLimits } from '../sessions/confirm-login.ts'
import { reopenSession } from '../sessions/reopen-session.ts'
import { findPasswordHash, replacePasswordHash } from './queries.ts'
import { checkNewPassword } from './rules.ts'

type Deps = { db: DatabasePool; clock: Clock; countAttempts: CountAttempts }
type Asker = { caller: Caller; client: string }

/** Every token of before is worth nothing from then on, the caller's own too; the answer holds a fresh one. */
export async function changePassword(
  deps: Deps,
  asker: Asker,
  input: Body<typeof profileApi.changePassword>,
): Promise<Session> {
  const { db, clock } = deps
  const userId = asker.caller.id
  if (isGoogleManaged(await getUser(db, userId))) throw new ApiError('PASSWORD_MANAGED')
  checkNewPassword(input)
  await deps.countAttempts(...passwordLimits(asker))
  const from = await findPasswordHash(db, userId)
  const isRight = await verifyPassword(from, input.currentPassword)
  if (!from || !isRight) throw new ApiError('WRONG_PASSWORD')
  const to = await hashPassword(input.newPassword)
  return db.transaction().execute(async (tx) => {
    const user = await replacePasswordHash(tx, { userId, from, to })
    if (!user) throw new ApiError('WRONG_PASSWORD')
    const now = clock.now()
    await addJob(tx, 'send-password-notice', { userId, changedAt: now.toISOString() })
    return reopenSession(tx, user, now)
  })
}
