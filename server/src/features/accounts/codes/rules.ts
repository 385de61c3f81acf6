import { createHash, timingSafeEqual } from 'node:crypto'
import { CODE_DIGITS, CODE_MINUTES, CODE_RESEND_SECONDS } from '@na-regua/contract/accounts'
import { ApiError } from '@na-regua/contract/errors'

const DAY_MS = 86_400_000
export const MAX_CODE_ATTEMPTS = 5
export const MAX_CODES_PER_DAY = 6
/** The link in the email of a password reset. */
export const RESET_LINK_MINUTES = 60

export type CodePurpose = 'verify-email' | 'change-email' | 'reset-password'

/** What a code is bound to: the same six digits are not valid for another account, address or purpose. */
export type CodeScope = { id: string; userId: string; email: string; purpose: CodePurpose }
export type CodeRequest = Omit<CodeScope, 'id'>

export function codeExpiresAt(now: Date) {
  return new Date(now.getTime() + CODE_MINUTES * 60_000)
}

export function oneDayBefore(now: Date) {
  return new Date(now.getTime() - DAY_MS)
}

export function resendAt(sentAt: Date) {
  return new Date(sentAt.getTime() + CODE_RESEND_SECONDS * 1000)
}

/** Earlier requests: by the account at any time, for the address in the last 24 hours. */
export type CodeHistory = { lastAt: Date | null; firstOfDay: Date | null; countOfDay: number }

/** Throws CODE_TOO_SOON within a minute of the account's last code, CODE_LIMIT after the address's sixth in 24 hours. */
export function checkCodeRequest({ lastAt, firstOfDay, countOfDay }: CodeHistory, now: Date) {
  const secondsUntil = (instant: Date) => Math.ceil((instant.getTime() - now.getTime()) / 1000)
  if (lastAt && resendAt(lastAt) > now) {
    const until = resendAt(lastAt)
    throw new ApiError('CODE_TOO_SOON', { resendAt: until.toISOString(), retryAfter: secondsUntil(until) })
  }
  if (countOfDay < MAX_CODES_PER_DAY || !firstOfDay) return
  throw new ApiError('CODE_LIMIT', { retryAfter: secondsUntil(new Date(firstOfDay.getTime() + DAY_MS)) })
}

/** From random bytes. Six of them: the remainder is as good as evenly distributed. */
export function toCode(bytes: Buffer) {
  return String(bytes.readUIntBE(0, 6) % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0')
}

export function hashCode({ id, userId, email, purpose }: CodeScope, code: string): Buffer {
  const bound = JSON.stringify([id, userId, email.toLowerCase(), purpose, code])
  return createHash('sha256').update(bound).digest()
}

/**
 * Why a code is not accepted that has no attempt left, is used or expired: after five wrong ones its time is not over, and
 * a message that says so would mislead.
 */
export function explainDeadCode({ tries, usedAt, expiresAt }: DeadCode, now: Date): ApiError {
  const isTriedOut = usedAt === null && tries >= MAX_CODE_ATTEMPTS && expiresAt > now
  return new ApiError('CODE_EXPIRED', {}, isTriedOut ? TRIED_OUT_MESSAGE : undefined)
}

export type DeadCode = { tries: number; usedAt: Date | null; expiresAt: Date }
const TRIED_OUT_MESSAGE = `O código foi digitado errado ${MAX_CODE_ATTEMPTS} vezes e não vale mais. Peça um novo.`

/** A wrong code: the last attempt says that it was the last. */
export function explainWrongCode(tries: number, message?: string): ApiError {
  return new ApiError('CODE_INVALID', {}, tries >= MAX_CODE_ATTEMPTS ? TRIED_OUT_MESSAGE : message)
}

/** Also false while the email has not been sent: the hash does not exist yet. */
export function isMatchingCode(scope: CodeScope, hash: Buffer | null, code: string) {
  return hash !== null && timingSafeEqual(hash, hashCode(scope, code))
}
