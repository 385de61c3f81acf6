import { randomUUID } from 'node:crypto'
import { type accountsApi, CODE_RESEND_SECONDS } from '@na-regua/contract/accounts'
import { ApiError } from '@na-regua/contract/errors'
import type { Body } from '@na-regua/contract/route'
import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { addJob, defineJob } from '../../../lib/jobs.ts'
import { hashPassword } from '../../../lib/password.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { issueCode } from '../codes/issue-code.ts'
import { markCodeUsed, takeCodeAttempt } from '../codes/queries.ts'
import { isMatchingCode } from '../codes/rules.ts'
import { findUserByEmail } from '../queries.ts'
import { isCommonPassword } from '../rules.ts'
import { resetPasswordHash } from './queries.ts'
import { sendPasswordChangedEmailJob } from './send-password-changed-email.ts'

type Deps = { db: DatabasePool; clock: Clock }
type RequestDeps = { db: Database; clock: Clock; countAttempts: CountAttempts }

const HOUR = 3600

/**
 * Runs the same statements and sends the same response for every address: the job decides, out of sight of the client, whether
 * the address has an account and an email is sent. A repeated request replaces the pending job.
 */
export async function requestPasswordReset({ db, clock, countAttempts }: RequestDeps, client: string, email: string) {
  await countAttempts({ action: 'forgot-password', of: [client], max: 20, seconds: HOUR })
  await addJob(db, enqueueResetEmailJob, { email }, { key: `forgot-password:${email.toLowerCase()}` })
  return { ok: true, resendAt: new Date(clock.now().getTime() + CODE_RESEND_SECONDS * 1000).toISOString() }
}

/** Issues a code when the address has an account. A code refused by the rate limits is not reported. */
export async function enqueueResetEmail(deps: Deps, { email }: { email: string }): Promise<void> {
  const user = await findUserByEmail(deps.db, email)
  if (!user) return
  await issueCode(deps, { userId: user.id, email: user.email, purpose: 'reset-password' }).catch((error) => {
    const isLimited = error instanceof ApiError && ['CODE_TOO_SOON', 'CODE_LIMIT'].includes(error.code)
    if (!isLimited) throw error
  })
}

export const enqueueResetEmailJob = defineJob('plan-reset-letter', { run: enqueueResetEmail })

type ResetInput = Body<typeof accountsApi.resetPassword>

/**
 * Sets a new password, verifies the address and ends every session. Every wrong code gets the same response after the same
 * statements, so the response does not reveal whether the address has an account. Returns the user's id.
 */
export async function resetPassword(
  deps: Deps & { countAttempts: CountAttempts },
  client: string,
  input: ResetInput,
): Promise<string> {
  await deps.countAttempts({ action: 'reset-password', of: [client], max: 60, seconds: HOUR })
  if (input.newPassword !== input.confirmPassword) throw new ApiError('PASSWORD_MISMATCH')
  if (isCommonPassword(input.newPassword)) throw new ApiError('WEAK_PASSWORD')
  return resetWithCode(deps, input)
}

async function resetWithCode({ db, clock }: Deps, { email, code, newPassword }: ResetInput): Promise<string> {
  const user = await findUserByEmail(db, email)
  const request = { userId: user?.id ?? randomUUID(), email, purpose: 'reset-password' as const }
  const now = clock.now()
  const attempt = await takeCodeAttempt(db, request, now)
  if (!user || !attempt || !isMatchingCode({ ...request, id: attempt.id }, attempt.hash, code)) {
    throw new ApiError('RESET_CODE_INVALID')
  }
  const passwordHash = await hashPassword(newPassword)
  await db.transaction().execute(async (tx) => {
    if (!(await markCodeUsed(tx, attempt.id, now))) throw new ApiError('RESET_CODE_INVALID')
    if (!(await resetPasswordHash(tx, { userId: user.id, email, passwordHash, now })))
      throw new ApiError('RESET_CODE_INVALID')
    await addJob(tx, sendPasswordChangedEmailJob, { userId: user.id, changedAt: now.toISOString() })
  })
  return user.id
}
