import { ApiError } from '@na-regua/contract/errors'
import type { Caller } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import { verifyPassword } from '../../../lib/password.ts'
import type { CountAttempts, Limit } from '../../../lib/rate-limit.ts'
import { findConfirmation, setConfirmed } from './queries.ts'
import { isRecent } from './rules.ts'

type Deps = { db: Database; clock: Clock; countAttempts: CountAttempts }
type Asker = { caller: Caller; client: string }

/**
 * Before what a stolen session must not do: passes when the person logged in or gave the password in this session within
 * the last minutes. Throws RECENT_LOGIN_REQUIRED when the password should be asked for, WRONG_PASSWORD when it is not that.
 */
export async function confirmLogin(deps: Deps, { caller, client }: Asker, password: string | undefined): Promise<void> {
  const now = deps.clock.now()
  const known = await findConfirmation(deps.db, caller.tokenHash)
  if (!known) throw new ApiError('UNAUTHENTICATED')
  if (isRecent(known.confirmedAt, now)) return
  if (!password) throw new ApiError('RECENT_LOGIN_REQUIRED')
  await deps.countAttempts(...passwordLimits({ caller, client }))
  if (!(await verifyPassword(known.passwordHash, password))) throw new ApiError('WRONG_PASSWORD')
  await setConfirmed(deps.db, caller.tokenHash, now)
}

/** Whoever sits at an open session has few guesses at its password. Login counts by itself: its owner gets in elsewhere. */
export function passwordLimits({ caller, client }: Asker): Limit[] {
  return [
    { action: 'confirm-password', of: [client, caller.id], max: 10, seconds: 300 },
    { action: 'confirm-password', of: ['account', caller.id], max: 40, seconds: 3600 },
  ]
}
