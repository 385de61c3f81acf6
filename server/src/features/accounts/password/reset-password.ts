import { randomUUID } from 'node:crypto'
import type { accountsApi } from '@na-regua/contract/accounts'
import { ApiError } from '@na-regua/contract/errors'
import type { Body } from '@na-regua/contract/route'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { addJob } from '../../../lib/jobs.ts'
import { hashPassword } from '../../../lib/password.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { markCodeUsed, takeCodeAttempt } from '../codes/queries.ts'
import { isMatchingCode } from '../codes/rules.ts'
import { sendPasswordNoticeJob } from './send-password-notice.ts'
import { findUserByEmail } from '../queries.ts'
import { isCommonPassword } from '../rules.ts'
import { resetPasswordHash } from './queries.ts'

type Deps = { db: DatabasePool; clock: Clock; countAttempts: CountAttempts }
type Reset = Body<typeof accountsApi.resetPassword>

const HOUR = 3600

/**
 * Replaces the password of whoever reads the address, which counts as proved by this, and ends every session. Every wrong
 * guess is one answer, after the same statements: nothing tells whether the address has an account. Answers
 * whose it was.
 */
export async function resetPassword(deps: Deps, client: string, input: Reset): Promise<string> {
  await deps.countAttempts({ action: 'reset-password', of: [client], max: 60, seconds: HOUR })
  if (input.newPassword !== input.confirmPassword) throw new ApiError('PASSWORD_MISMATCH')
  if (isCommonPassword(input.newPassword)) throw new ApiError('WEAK_PASSWORD')
  return tryReset(deps, input)
}

async function tryReset({ db, clock }: Deps, { email, code, newPassword }: Reset): Promise<string> {
  const user = await findUserByEmail(db, email)
  const request = { userId: user?.id ?? randomUUID(), email, purpose: 'reset-password' as const }
  const now = clock.now()
  const taken = await takeCodeAttempt(db, request, now)
  if (!user || !taken || !isMatchingCode({ ...request, id: taken.id }, taken.hash, code)) {
    throw new ApiError('RESET_CODE_INVALID')
  }
  const passwordHash = await hashPassword(newPassword)
  await db.transaction().execute(async (tx) => {
    if (!(await markCodeUsed(tx, taken.id, now))) throw new ApiError('RESET_CODE_INVALID')
    if (!(await resetPasswordHash(tx, { userId: user.id, email, passwordHash, now })))
      throw new ApiError('RESET_CODE_INVALID')
    await addJob(tx, sendPasswordNoticeJob, { userId: user.id, changedAt: now.toISOString() })
  })
  return user.id
}
