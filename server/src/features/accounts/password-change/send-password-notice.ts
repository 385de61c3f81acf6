import type { Database } from '../../../lib/database.ts'
import { renderEmail } from '../../../lib/email.ts'
import type { Mailer } from '../../../lib/mail.ts'
import { findPersonToTell } from './queries.ts'

declare module '../../../lib/jobs.ts' {
  interface JobPayloads {
    /** `changedAt` is an ISO instant. */
    'send-password-notice': { userId: string; changedAt: string }
  }
}

type Deps = { db: Database; mail: Mailer; site: string }

const hour = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short', timeZone: 'America/Sao_Paulo' })

/** Silent when the account is gone. */
export async function sendPasswordNotice(
  { db, mail, site }: Deps,
  { userId, changedAt }: { userId: string; changedAt: string },
): Promise<void> {
  const person = await findPersonToTell(db, userId)
  if (!person) return
  const letter = renderEmail({
    subject: 'Sua senha foi alterada',
    greeting: `Olá, ${person.name}!`,
    paragraphs: [
      'A senha da sua conta acaba de ser alterada, e todas as outras sessões foram encerradas. Se foi você, está tudo certo.',
      'Se não foi você, alguém conhece a sua senha antiga: crie uma nova agora, em "Esqueci minha senha".',
    ],
    details: [['Quando', `${hour.format(new Date(changedAt))}, horário de Brasília`]],
    action: { label: 'Não fui eu: criar nova senha', url: `${site}/login?mode=forgot` },
  })
  await mail.send(person.email, letter)
}
