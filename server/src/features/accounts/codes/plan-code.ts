import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { addJob } from '../../../lib/jobs.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { getCodeHistory, insertCode, lockCodeRequests } from './queries.ts'
import { type CodeScope, checkCodeRequest, resendAt } from './rules.ts'

type Deps = { db: DatabasePool; clock: Clock }

const HOUR = 3600
const DAY = 86_400

/** Letters to any address are what spammers want of a form: each client and each account has few. */
export function countCodeRequest(
  { countAttempts }: { countAttempts: CountAttempts },
  caller: { id: string },
  client: string,
): Promise<void> {
  return countAttempts(
    { action: 'send-code', of: [client], max: 30, seconds: HOUR },
    { action: 'send-code', of: ['account', caller.id], max: 200, seconds: DAY },
  )
}

/** Plans the letter with a code, once a minute and six times a day. The job that writes it decides whether it leaves. */
export async function planCode({ db, clock }: Deps, request: Omit<CodeScope, 'id'>) {
  return db.transaction().execute(async (tx) => {
    await lockCodeRequests(tx, request)
    const now = clock.now()
    checkCodeRequest(await getCodeHistory(tx, request, now), now)
    const codeId = await insertCode(tx, request, now)
    await addJob(tx, 'send-code-letter', { codeId }, { key: `code:${codeId}:email` })
    return { ok: true, resendAt: resendAt(now).toISOString() }
  })
}
