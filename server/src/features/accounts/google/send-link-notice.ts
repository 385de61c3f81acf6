import type { Database } from '../../../lib/database.ts'
import { renderEmail } from '../../../lib/email.ts'
import { defineJob } from '../../../lib/jobs.ts'
import type { Mailer } from '../../../lib/mail.ts'
import { findLinkedUser } from './queries.ts'

type Deps = { db: Database; mail: Mailer; site: string }

const hour = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'short', timeZone: 'America/Sao_Paulo' })

/** Tells that another door opens the account. Silent when account or link is gone. */
export async function sendGoogleLinkedEmail(
  { db, mail, site }: Deps,
  { userId, linkedAt }: { userId: string; linkedAt: string },
): Promise<void> {
  const person = await findLinkedUser(db, userId)
  if (!person) return
  const letter = renderEmail({
    subject: 'Sua conta agora abre também com o Google',
    greeting: `Olá, ${person.name}!`,
    paragraphs: [
      'Você entrou com sua senha e ligou o Google à sua conta. Daqui em diante, os dois abrem a mesma conta.',
      'Se não foi você, alguém conhece a sua senha: crie uma nova agora, em "Esqueci minha senha".',
    ],
    details: [['Quando', `${hour.format(new Date(linkedAt))}, horário de Brasília`]],
    action: { label: 'Não fui eu: criar nova senha', url: `${site}/login` },
  })
  await mail.send(person.email, letter)
}

export const sendLinkNoticeJob = defineJob('send-link-notice', { run: sendGoogleLinkedEmail })
