import type { Session } from '@na-regua/contract/accounts'
import { ApiError } from '@na-regua/contract/errors'
import type { googleApi } from '@na-regua/contract/google'
import type { Body } from '@na-regua/contract/route'
import { hashToken } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { greet, renderEmail } from '../../../lib/email.ts'
import { addJob, defineJob } from '../../../lib/jobs.ts'
import type { Mailer } from '../../../lib/mail.ts'
import { verifyPassword } from '../../../lib/password.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { createSession } from '../create-session.ts'
import { getUser, lockVerifiedUser } from '../queries.ts'
import { formatBrasiliaTime } from '../rules.ts'
import { consumeLink, findLinkedUser, insertIdentity, takeLinkAttempt } from './queries.ts'

type Deps = { db: DatabasePool; clock: Clock; countAttempts: CountAttempts }

const FIVE_MINUTES = 300

/** After the account's password was entered once, Google signs in to the account from then on. */
export async function linkGoogleAccount(
  { db, clock, countAttempts }: Deps,
  client: string,
  { linkToken, password }: Body<typeof googleApi.link>,
): Promise<Session> {
  await countAttempts({ action: 'login', of: [client], max: 20, seconds: FIVE_MINUTES })
  const tokenHash = hashToken(linkToken)
  const now = clock.now()
  const link = await takeLinkAttempt(db, tokenHash, now)
  if (!link) throw new ApiError('GOOGLE_LINK_EXPIRED')
  const { userId, passwordHash } = link
  const isRight = await verifyPassword(passwordHash, password)
  if (!passwordHash || !isRight) throw new ApiError('INVALID_CREDENTIALS')
  return db.transaction().execute(async (tx) => {
    if (!(await lockVerifiedUser(tx, { userId, passwordHash }))) throw new ApiError('INVALID_CREDENTIALS')
    if (!(await consumeLink(tx, tokenHash, link.userId))) throw new ApiError('GOOGLE_LINK_EXPIRED')
    if (!(await insertIdentity(tx, link, link.userId, now))) throw new ApiError('GOOGLE_OTHER_ACCOUNT')
    await addJob(tx, sendGoogleLinkedEmailJob, { userId: link.userId, linkedAt: now.toISOString() })
    return createSession(tx, await getUser(tx, userId), now)
  })
}

type EmailDeps = { db: Database; mail: Mailer; site: string }

/** Sends nothing when the account or the link no longer exists. `linkedAt` is an ISO instant. */
async function sendGoogleLinkedEmail(
  { db, mail, site }: EmailDeps,
  { userId, linkedAt }: { userId: string; linkedAt: string },
): Promise<void> {
  const user = await findLinkedUser(db, userId)
  if (!user) return
  const email = renderEmail({
    subject: 'Sua conta agora abre também com o Google',
    greeting: greet(user.name),
    paragraphs: [
      'Você entrou com sua senha e ligou o Google à sua conta. Daqui em diante, os dois abrem a mesma conta.',
      'Se não foi você, alguém conhece a sua senha: crie uma nova agora, em "Esqueci minha senha".',
    ],
    details: [['Quando', formatBrasiliaTime(new Date(linkedAt))]],
    action: { label: 'Não fui eu: criar nova senha', url: `${site}/login` },
  })
  await mail.send(user.email, email)
}

export const sendGoogleLinkedEmailJob = defineJob('send-link-notice', { run: sendGoogleLinkedEmail })
