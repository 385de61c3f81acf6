import type { Database } from '../../../lib/database.ts'
import { greet, renderEmail } from '../../../lib/email.ts'
import { defineJob } from '../../../lib/jobs.ts'
import type { Mailer } from '../../../lib/mail.ts'
import { formatBrasiliaTime } from '../rules.ts'
import { findUserContact } from './queries.ts'

type Deps = { db: Database; mail: Mailer; site: string }

/** Sends nothing when the account no longer exists. `changedAt` is an ISO instant. */
async function sendPasswordChangedEmail(
  { db, mail, site }: Deps,
  { userId, changedAt }: { userId: string; changedAt: string },
): Promise<void> {
  const user = await findUserContact(db, userId)
  if (!user) return
  const email = renderEmail({
    subject: 'Sua senha foi alterada',
    greeting: greet(user.name),
    paragraphs: [
      'A senha da sua conta acaba de ser alterada, e todas as outras sessões foram encerradas. Se foi você, está tudo certo.',
      'Se não foi você, alguém conhece a sua senha antiga: crie uma nova agora, em "Esqueci minha senha".',
    ],
    details: [['Quando', formatBrasiliaTime(new Date(changedAt))]],
    action: { label: 'Não fui eu: criar nova senha', url: `${site}/login?mode=forgot` },
  })
  await mail.send(user.email, email)
}

export const sendPasswordChangedEmailJob = defineJob('send-password-notice', { run: sendPasswordChangedEmail })
