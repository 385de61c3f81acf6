import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { addJob } from '../../../lib/jobs.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { getCodeHistory, insertCode, lockCodeRequests } from './queries.ts'
import { type CodeRequest, checkCodeRequest, resendAt } from './rules.ts'
import { sendCodeEmailJob } from './send-code-email.ts'

type Deps = { db: DatabasePool; clock: Clock }

const HOUR = 3600
const DAY = 86_400

/** Rate limits per client and per account: an endpoint that emails any address attracts spammers. */
export function limitCodeRequests(
  { countAttempts }: { countAttempts: CountAttempts },
  caller: { id: string },
  client: string,
): Promise<void> {
  return countAttempts(
    { action: 'send-code', of: [client], max: 30, seconds: HOUR },
    { action: 'send-code', of: ['account', caller.id], max: 200, seconds: DAY },
  )
}

/**
 * Enqueues the email with a code, at most once a minute and six times a day. The job generates the code and decides whether
 * the email is sent, so the response does not reveal whether the address belongs to another account.
 */
export async function issueCode({ db, clock }: Deps, request: CodeRequest) {
  return db.transaction().execute(async (tx) => {
    await lockCodeRequests(tx, request)
    const now = clock.now()
    checkCodeRequest(await getCodeHistory(tx, request, now), now)
    const codeId = await insertCode(tx, request, now)
    await addJob(tx, sendCodeEmailJob, { codeId }, { key: `code:${codeId}:email` })
    return { ok: true, resendAt: resendAt(now).toISOString() }
  })
}
