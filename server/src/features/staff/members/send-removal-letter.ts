import type { Database } from '../../../lib/database.ts'
import { renderEmail } from '../../../lib/email.ts'
import { defineJob } from '../../../lib/jobs.ts'
import type { Mailer } from '../../../lib/mail.ts'
import { findRemoved } from './queries.ts'

type Deps = { db: Database; mail: Mailer }

/** Who was removed may be put out of every session at the same time, so the product alone would not reach him. */
export async function sendRemovalEmail({ db, mail }: Deps, { barberId }: { barberId: string }): Promise<void> {
  const removed = await findRemoved(db, barberId)
  if (!removed) return
  const letter = renderEmail({
    subject: `Você não atende mais em ${removed.shopName}`,
    greeting: `Olá, ${removed.name}!`,
    paragraphs: [
      `A barbearia ${removed.shopName} tirou você da equipe. Os clientes que tinham horário com você ali já foram avisados.`,
      'Sua conta continua sua, com o que você agendou como cliente. Se você tinha uma sessão aberta, pode ser preciso entrar de novo.',
    ],
  })
  await mail.send(removed.email, letter)
}

export const sendRemovalEmailJob = defineJob('send-removal-letter', { run: sendRemovalEmail })
