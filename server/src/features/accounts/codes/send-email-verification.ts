import { ApiError } from '@na-regua/contract/errors'
import type { Caller } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { countCodeRequest, planCode } from './plan-code.ts'

type Deps = { db: DatabasePool; clock: Clock; countAttempts: CountAttempts }

/**
 * Plans the letter with a code for the account's address, or for another one when the first was mistyped. An address of
 * somebody else gets the same answer; whether a letter leaves is decided by the job, out of sight.
 */
export async function sendEmailVerification(deps: Deps, caller: Caller, client: string, email: string) {
  if (caller.isEmailVerified) throw new ApiError('EMAIL_ALREADY_VERIFIED')
  await countCodeRequest(deps, caller, client)
  return planCode(deps, { userId: caller.id, email, purpose: 'verify-email' })
}
