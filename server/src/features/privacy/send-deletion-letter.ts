import type { Database } from '../../lib/database.ts'
import { renderEmail } from '../../lib/email.ts'
import { defineJob } from '../../lib/jobs.ts'
import type { Mailer } from '../../lib/mail.ts'
import { findDeletion, getDeletionUndoSecret } from '../accounts/deletion/queries.ts'
import { formatDay, signDeletionUndo } from '../accounts/deletion/rules.ts'
import { getUser } from '../accounts/queries.ts'

type Deps = { db: Database; mail: Mailer; site: string }

/** The way back. Behind the # it reaches the page and no server's log. Silent when the request was undone meanwhile. */
export async function sendDeletionEmail({ db, mail, site }: Deps, { userId }: { userId: string }): Promise<void> {
  const deletion = await findDeletion(db, userId)
  if (!deletion) return
  const { name, email } = await getUser(db, userId)
  const token = signDeletionUndo(await getDeletionUndoSecret(db), deletion)
  const letter = renderEmail({
    subject: 'Sua conta será excluída',
    greeting: `Olá, ${name}!`,
    paragraphs: [
      `Recebemos o pedido para excluir sua conta. Ela já está fechada, e em ${formatDay(deletion.dueAt)} seus dados pessoais somem de vez.`,
      'Mudou de ideia, ou não foi você? Até lá, um toque desfaz o pedido. Os agendamentos que foram cancelados não voltam.',
      'Não encaminhe esta mensagem. Depois dessa data não guardamos nada que diga quem você é: nem poderemos escrever de novo.',
    ],
    details: [['Exclusão definitiva', formatDay(deletion.dueAt)]],
    action: { label: 'Ficar com a minha conta', url: `${site}/desfazer-exclusao#${token}` },
  })
  await mail.send(email, letter)
}

export const sendDeletionEmailJob = defineJob('send-deletion-letter', { run: sendDeletionEmail })
