import { randomUUID } from 'node:crypto'
import { type accountsApi, CODE_RESEND_SECONDS } from '@na-regua/contract/accounts'
import { ApiError, type ErrorCode } from '@na-regua/contract/errors'
import type { Body } from '@na-regua/contract/route'
import { hashToken } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { recordEvent } from '../../../lib/events.ts'
import { addJob, defineJob } from '../../../lib/jobs.ts'
import { hashPassword } from '../../../lib/password.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { insertCode, lockCodeRequests, markCodeUsed } from '../codes/queries.ts'
import { isMatchingCode } from '../codes/rules.ts'
import { sendCodeEmailJob } from '../codes/send-code-email.ts'
import { findUserByEmail } from '../queries.ts'
import { findResetByToken, getResetHistory, resetPasswordHash, revokeAccess, takeResetAttempt } from './queries.ts'
import { canSendReset, checkNewPassword, hashResetClient } from './rules.ts'
import { sendPasswordChangedEmailJob } from './send-password-changed-email.ts'

type Deps = { db: DatabasePool; clock: Clock }
type RequestDeps = { db: Database; clock: Clock; countAttempts: CountAttempts }
type ResetDeps = Deps & { countAttempts: CountAttempts }

const HOUR = 3600

/**
 * Runs the same statements and sends the same response for every address: the job decides, out of sight of the client, whether
 * the address has an account and an email is sent. A repeated request of the same client replaces the pending job.
 */
export async function requestPasswordReset({ db, clock, countAttempts }: RequestDeps, client: string, email: string) {
  await countAttempts({ action: 'forgot-password', of: [client], max: 20, seconds: HOUR })
  const clientHash = hashResetClient(client, email).toString('base64url')
  const key = `forgot-password:${email.toLowerCase()}:${clientHash}`
  await addJob(db, enqueueResetEmailJob, { email, client: clientHash }, { key })
  return { ok: true, resendAt: new Date(clock.now().getTime() + CODE_RESEND_SECONDS * 1000).toISOString() }
}

/** Enqueues the email when the address has an account. A request refused by the limits is not reported. */
async function enqueueResetEmail(
  { db, clock }: Deps,
  { email, client = '' }: { email: string; client?: string },
): Promise<void> {
  const user = await findUserByEmail(db, email)
  if (!user) return
  const request = { userId: user.id, email: user.email, purpose: 'reset-password' as const }
  const requestedBy = Buffer.from(client, 'base64url')
  await db.transaction().execute(async (tx) => {
    await lockCodeRequests(tx, request)
    const now = clock.now()
    if (!canSendReset(await getResetHistory(tx, { ...request, client: requestedBy }, now), now)) return
    const codeId = await insertCode(tx, { ...request, requestedBy }, now)
    await addJob(tx, sendCodeEmailJob, { codeId }, { key: `code:${codeId}:email` })
  })
}

export const enqueueResetEmailJob = defineJob('plan-reset-email', { run: enqueueResetEmail })

const countResets = ({ countAttempts }: ResetDeps, client: string) =>
  countAttempts({ action: 'reset-password', of: [client], max: 60, seconds: HOUR })

/**
 * Sets a new password, verifies the address and ends every session. Every wrong code gets the same response after the same
 * statements, so the response does not reveal whether the address has an account. Returns the user's id.
 */
export async function resetPassword(
  deps: ResetDeps,
  client: string,
  { email, code, ...input }: Body<typeof accountsApi.resetPassword>,
): Promise<string> {
  await countResets(deps, client)
  checkNewPassword(input)
  const user = await findUserByEmail(deps.db, email)
  const request = { userId: user?.id ?? randomUUID(), email, purpose: 'reset-password' as const }
  const guess = { ...request, client: hashResetClient(client, email) }
  const attempt = await takeResetAttempt(deps.db, guess, deps.clock.now())
  if (!user || !attempt || !isMatchingCode({ ...request, id: attempt.id }, attempt.hash, code)) {
    throw new ApiError('RESET_CODE_INVALID')
  }
  await setNewPassword(deps, { ...request, id: attempt.id, newPassword: input.newPassword }, 'RESET_CODE_INVALID')
  return user.id
}

/**
 * The same with the link of the email. Its token has 256 bits, so guesses need no limit and wrong codes cannot use it up. Throws
 * LINK_INVALID when it is used or expired. Returns the user's id and address.
 */
export async function resetPasswordWithLink(
  deps: ResetDeps,
  client: string,
  { token, ...input }: Body<typeof accountsApi.resetPasswordWithLink>,
): Promise<{ userId: string; email: string }> {
  await countResets(deps, client)
  checkNewPassword(input)
  const reset = await findResetByToken(deps.db, hashToken(token), deps.clock.now())
  if (!reset) throw new ApiError('LINK_INVALID')
  await setNewPassword(deps, { ...reset, newPassword: input.newPassword }, 'LINK_INVALID')
  return reset
}

type NewPassword = { id: string; userId: string; email: string; newPassword: string }

/** Throws `failure` when a concurrent request used the code first, or the account has changed since. */
async function setNewPassword(
  { db, clock }: Deps,
  { id, userId, email, newPassword }: NewPassword,
  failure: ErrorCode,
): Promise<void> {
  const passwordHash = await hashPassword(newPassword)
  const now = clock.now()
  await db.transaction().execute(async (tx) => {
    if (!(await resetPasswordHash(tx, { userId, email, passwordHash, now }))) throw new ApiError(failure)
    if (!(await markCodeUsed(tx, id, now))) throw new ApiError(failure)
    await revokeAccess(tx, userId)
    await recordEvent(tx, { name: 'password.changed', userId, at: now })
    await addJob(tx, sendPasswordChangedEmailJob, { userId, changedAt: now.toISOString() })
  })
}
