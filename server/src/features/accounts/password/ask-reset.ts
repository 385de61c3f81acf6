import { CODE_RESEND_SECONDS } from '@na-regua/contract/accounts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import { addJob } from '../../../lib/jobs.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { enqueueResetEmailJob } from './enqueue-reset-email.ts'

type Deps = { db: Database; clock: Clock; countAttempts: CountAttempts }

const HOUR = 3600

/**
 * Says the same, after the same statements, whatever the address: whether it has an account, and whether a letter
 * leaves, is decided by the job, out of sight. Asked again at once, the first letter stays the one.
 */
export async function requestPasswordReset({ db, clock, ...deps }: Deps, client: string, email: string) {
  await deps.countAttempts({ action: 'forgot-password', of: [client], max: 20, seconds: HOUR })
  await addJob(db, enqueueResetEmailJob, { email }, { key: `forgot-password:${email.toLowerCase()}` })
  return { ok: true, resendAt: new Date(clock.now().getTime() + CODE_RESEND_SECONDS * 1000).toISOString() }
}
