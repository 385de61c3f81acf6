import { ApiError } from '@na-regua/contract/errors'
import type { Caller } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { addJob } from '../../../lib/jobs.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { getCodeHistory, insertCode, lockCodeRequests } from './queries.ts'
import { checkCodeRequest, resendAt } from './rules.ts'

type Deps = { db: DatabasePool; clock: Clock; countAttempts: CountAttempts }

const HOUR = 3600
const DAY = 86_400

/**
 * Plans the letter with a code for the account's address, or for another one when the first was mistyped. An address of
 * somebody else gets the same answer; whether a letter leaves is decided by the job, out of sight.
 */
export async function sendEmailVerification(deps: Deps, caller: Caller, client: string, email: string) {
  if (caller.isEmailVerified) throw new ApiError('EMAIL_ALREADY_VERIFIED')
  await deps.countAttempts(
    { action: 'send-code', of: [client], max: 30, seconds: HOUR },
    { action: 'send-code', of: ['account', caller.id], max: 200, seconds: DAY },
  )
  return deps.db.transaction().execute(async (tx) => {
    const request = { userId: caller.id, email, purpose: 'verify-email' as const }
    await lockCodeRequests(tx, request)
    const now = deps.clock.now()
    checkCodeRequest(await getCodeHistory(tx, request, now), now)
    const codeId = await insertCode(tx, request, now)
    await addJob(tx, 'send-code-letter', { codeId }, { key: `code:${codeId}:email` })
    return { ok: true, resendAt: resendAt(now).toISOString() }
  })
}
