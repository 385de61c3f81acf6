import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { CODE_DIGITS, CODE_RESEND_SECONDS } from '@na-regua/contract/accounts'
import { ApiError } from '@na-regua/contract/errors'

const DAY_MS = 86_400_000
export const CODE_MINUTES = 10
export const CODE_TRIES = 5
export const CODES_A_DAY = 6

export type CodePurpose = 'verify-email' | 'change-email' | 'reset-password'

/** What a code opens: the same six digits open nothing else. */
export type CodeScope = { id: string; userId: string; email: string; purpose: CodePurpose }

export function endOfCode(now: Date) {
  return new Date(now.getTime() + CODE_MINUTES * 60_000)
}

export function dayBefore(now: Date) {
  return new Date(now.getTime() - DAY_MS)
}

export function resendAt(sentAt: Date) {
  return new Date(sentAt.getTime() + CODE_RESEND_SECONDS * 1000)
}

/** What was asked before: by the account at any time, for the address in the last 24 hours. */
export type CodeHistory = { lastAt: Date | null; firstOfDay: Date | null; countOfDay: number }

/** Throws CODE_TOO_SOON within a minute of the account's last code, CODE_LIMIT after the address's sixth in 24 hours. */
export function checkCodeRequest({ lastAt, firstOfDay, countOfDay }: CodeHistory, now: Date) {
  const secondsUntil = (instant: Date) => Math.ceil((instant.getTime() - now.getTime()) / 1000)
  if (lastAt && resendAt(lastAt) > now) {
    const until = resendAt(lastAt)
    throw new ApiError('CODE_TOO_SOON', { resendAt: until.toISOString(), retryAfter: secondsUntil(until) })
  }
  if (countOfDay < CODES_A_DAY || !firstOfDay) return
  throw new ApiError('CODE_LIMIT', { retryAfter: secondsUntil(new Date(firstOfDay.getTime() + DAY_MS)) })
}

export function drawCode() {
  return String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
}

export function hashCode({ id, userId, email, purpose }: CodeScope, code: string): Buffer {
  const bound = JSON.stringify([id, userId, email.toLowerCase(), purpose, code])
  return createHash('sha256').update(bound).digest()
}

/** False as well while no letter has left: then there is nothing to compare with. */
export function isCode(scope: CodeScope, hash: Buffer | null, code: string) {
  return hash !== null && timingSafeEqual(hash, hashCode(scope, code))
}
