import { ApiError, type ErrorCode } from '@na-regua/contract/errors'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { defineJob } from '../../../lib/jobs.ts'
import { issueCode } from '../codes/issue-code.ts'
import { findUserByEmail } from '../queries.ts'

type Deps = { db: DatabasePool; clock: Clock }

/** A letter for an address that has an account, unless it just got one, or six today. Nobody is told which. */
export async function enqueueResetEmail(deps: Deps, { email }: { email: string }): Promise<void> {
  const user = await findUserByEmail(deps.db, email)
  if (!user) return
  const request = { userId: user.id, email: user.email, purpose: 'reset-password' as const }
  await issueCode(deps, request).catch((error) => {
    if (!hasCode(error, 'CODE_TOO_SOON', 'CODE_LIMIT')) throw error
  })
}

function hasCode(error: unknown, ...codes: ErrorCode[]) {
  return error instanceof ApiError && codes.includes(error.code)
}

export const enqueueResetEmailJob = defineJob('plan-reset-letter', { run: enqueueResetEmail })
