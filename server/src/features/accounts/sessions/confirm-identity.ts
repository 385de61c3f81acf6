import { ApiError } from '@na-regua/contract/errors'
import type { Caller } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import { verifyPassword } from '../../../lib/password.ts'
import type { CountAttempts, Limit } from '../../../lib/rate-limit.ts'
import { findLoginConfirmation, setLoginConfirmed } from './queries.ts'
import { isRecentLogin } from './rules.ts'

type Deps = { db: Database; clock: Clock; countAttempts: CountAttempts }
export type Requester = { caller: Caller; client: string }

/**
 * Required before operations that a stolen session must not perform: passes when the user logged in or entered the password in
 * this session within the last minutes. Throws RECENT_LOGIN_REQUIRED when the client must prompt for the password,
 * WRONG_PASSWORD when it is wrong.
 */
export async function requireRecentLogin(
  deps: Deps,
  requester: Requester,
  password: string | undefined,
): Promise<void> {
  const now = deps.clock.now()
  const { tokenHash } = requester.caller
  const confirmation = await findLoginConfirmation(deps.db, tokenHash)
  if (!confirmation) throw new ApiError('UNAUTHENTICATED')
  if (isRecentLogin(confirmation.confirmedAt, now)) return
  if (!password) throw new ApiError('RECENT_LOGIN_REQUIRED')
  await deps.countAttempts(...passwordAttemptLimits(requester))
  if (!(await verifyPassword(confirmation.passwordHash, password))) throw new ApiError('WRONG_PASSWORD')
  await setLoginConfirmed(deps.db, tokenHash, now)
}

/** Stricter: a given password must be right even after a recent login; without one the login must be recent. */
export async function confirmIdentity(deps: Deps, requester: Requester, password: string | undefined): Promise<void> {
  if (password === undefined) return requireRecentLogin(deps, requester, undefined)
  await deps.countAttempts(...passwordAttemptLimits(requester))
  const confirmation = await findLoginConfirmation(deps.db, requester.caller.tokenHash)
  if (!(await verifyPassword(confirmation?.passwordHash, password))) throw new ApiError('WRONG_PASSWORD')
}

/** Limits guesses at the password from an open session. Login has its own counters, so the owner is not locked out. */
export function passwordAttemptLimits({ caller, client }: Requester): Limit[] {
  return [
    { action: 'confirm-password', of: [client, caller.id], max: 10, seconds: 300 },
    { action: 'confirm-password', of: ['account', caller.id], max: 40, seconds: 3600 },
  ]
}
