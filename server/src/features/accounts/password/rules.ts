import { createHash } from 'node:crypto'
import { ApiError } from '@na-regua/contract/errors'
import { findConfirmationProblem, findPasswordChangeProblems, type PasswordChange } from '@na-regua/contract/passwords'
import { MAX_CODES_PER_DAY, RESET_LINK_MINUTES, resendAt } from '../codes/rules.ts'
import { isCommonPassword } from '../rules.ts'

/** Throws INVALID_INPUT with the first of the specification's messages, or WEAK_PASSWORD. */
export function checkPasswordChange(change: PasswordChange) {
  const { currentPassword, newPassword } = change
  const [problem] = Object.values(findPasswordChangeProblems(change))
  if (problem) throw new ApiError('INVALID_INPUT', {}, problem)
  if (newPassword === currentPassword)
    throw new ApiError('INVALID_INPUT', {}, 'A nova senha deve ser diferente da atual')
  if (isCommonPassword(newPassword)) throw new ApiError('WEAK_PASSWORD')
}

/** Emails of an account's resets in 24 hours, whichever client requests them, before they are spaced out. */
const MAX_RESETS_PER_DAY = 20
/** Guesses at an account's reset codes in 24 hours, of all clients together: a chance of 1 in 10,000. */
export const MAX_RESET_ATTEMPTS_PER_DAY = 100

/** Hashed: the database must not contain IP addresses. */
export function hashResetClient(client: string, email: string): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([email.toLowerCase(), client]))
    .digest()
}

/** An account's resets of the last 24 hours, and those among them that the client requested. */
export type ResetHistory = {
  countOfDay: number
  countOfClient: number
  lastOfClientAt: Date | null
  lastUnusedAt: Date | null
}

/**
 * Whether a request sends an email. Limited per client, and for all clients together, so that no mailbox is flooded. Beyond the
 * limits an email is sent only when the link of the last one has expired: whatever other clients do, the owner of the mailbox
 * receives an email or has one whose link works.
 */
export function canSendReset(history: ResetHistory, now: Date): boolean {
  const { countOfDay, countOfClient, lastOfClientAt, lastUnusedAt } = history
  if (!lastUnusedAt || lastUnusedAt.getTime() + RESET_LINK_MINUTES * 60_000 <= now.getTime()) return true
  const isTooSoon = lastOfClientAt !== null && resendAt(lastOfClientAt) > now
  return !isTooSoon && countOfClient < MAX_CODES_PER_DAY && countOfDay < MAX_RESETS_PER_DAY
}

/** Throws PASSWORD_MISMATCH or WEAK_PASSWORD. */
export function checkNewPassword({ newPassword, confirmPassword }: { newPassword: string; confirmPassword: string }) {
  if (findConfirmationProblem(newPassword, confirmPassword)) throw new ApiError('PASSWORD_MISMATCH')
  if (isCommonPassword(newPassword)) throw new ApiError('WEAK_PASSWORD')
}
