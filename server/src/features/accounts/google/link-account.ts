import type { Session } from '@na-regua/contract/accounts'
import { ApiError } from '@na-regua/contract/errors'
import type { googleApi } from '@na-regua/contract/google'
import type { Body } from '@na-regua/contract/route'
import { hashToken } from '../../../lib/auth.ts'
import { addJob } from '../../../lib/jobs.ts'
import { verifyPassword } from '../../../lib/password.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { createSession } from '../create-session.ts'
import { getUser } from '../queries.ts'
import type { AdmitDeps } from './admit-person.ts'
import { consumeLink, insertIdentity, takeLinkAttempt } from './queries.ts'
import { sendLinkNoticeJob } from './send-link-notice.ts'

type Deps = AdmitDeps & { countAttempts: CountAttempts }
type Input = Body<typeof googleApi.link>

const FIVE_MINUTES = 300

/** The account's own password, once, lets Google open it from now on. */
export async function linkGoogleAccount(deps: Deps, client: string, input: Input): Promise<Session> {
  await deps.countAttempts({ action: 'login', of: [client], max: 20, seconds: FIVE_MINUTES })
  const { db, clock } = deps
  const { linkToken, password } = input
  const tokenHash = hashToken(linkToken)
  const now = clock.now()
  const link = await takeLinkAttempt(db, tokenHash, now)
  if (!link) throw new ApiError('GOOGLE_LINK_EXPIRED')
  if (!(await verifyPassword(link.passwordHash, password))) throw new ApiError('INVALID_CREDENTIALS')
  return db.transaction().execute(async (tx) => {
    if (!(await consumeLink(tx, tokenHash, link.userId))) throw new ApiError('GOOGLE_LINK_EXPIRED')
    if (!(await insertIdentity(tx, link, link.userId, now))) throw new ApiError('GOOGLE_OTHER_ACCOUNT')
    await addJob(tx, sendLinkNoticeJob, { userId: link.userId, linkedAt: now.toISOString() })
    return createSession(tx, await getUser(tx, link.userId), now)
  })
}
