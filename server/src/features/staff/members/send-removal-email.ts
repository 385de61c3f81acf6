import type { Database } from '../../../lib/database.ts'
import { greet, renderEmail } from '../../../lib/email.ts'
import { formatInstant } from '../../../lib/format-time.ts'
import { defineJob } from '../../../lib/jobs.ts'
import type { Mailer } from '../../../lib/mail.ts'
import { findRemovedBarber } from './queries.ts'

type Deps = { db: Database; mail: Mailer }

/** The removal may end every session of the user, so a notification in the product alone would not reach them. */
async function sendRemovalEmail({ db, mail }: Deps, { barberId }: { barberId: string }): Promise<void> {
  const removed = await findRemovedBarber(db, barberId)
  if (!removed) return
  const email = renderEmail({
    subject: `Você não atende mais em ${removed.barbershopName}`,
    greeting: greet(removed.name),
    paragraphs: [
      `A barbearia ${removed.barbershopName} tirou você da equipe. ${describeCancelled(removed.cancelled.length)}`,
      'Sua conta continua sua, com o que você agendou como cliente. Se você tinha uma sessão aberta, pode ser preciso entrar de novo.',
    ],
    details: removed.cancelled.map(({ startsAt, serviceName, customerName }) => [
      formatInstant(new Date(startsAt), removed.timeZone),
      `${customerName}: ${serviceName}`,
    ]),
  })
  await mail.send(removed.email, email)
}

function describeCancelled(count: number): string {
  if (count === 0) return 'Você não tinha horários marcados ali.'
  return count === 1
    ? 'O horário abaixo foi cancelado, e o cliente já foi avisado.'
    : `Os ${count} horários abaixo foram cancelados, e os clientes já foram avisados.`
}

export const sendRemovalEmailJob = defineJob('send-removal-email', { run: sendRemovalEmail })
