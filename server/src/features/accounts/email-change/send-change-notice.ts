import { randomBytes } from 'node:crypto'
import { hashToken } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import { renderEmail } from '../../../lib/email.ts'
import { defineJob } from '../../../lib/jobs.ts'
import type { Mailer } from '../../../lib/mail.ts'
import { findEmailChange, setEmailUndoToken } from './queries.ts'
import { maskEmail } from './rules.ts'

type Deps = { db: Database; clock: Clock; mail: Mailer; site: string }

/** Tells the old address, with the way back. Behind the # the token reaches the page and no server's log. */
export async function sendEmailChangedEmail(deps: Deps, { changeId }: { changeId: string }): Promise<void> {
  const change = await findEmailChange(deps.db, changeId, deps.clock.now())
  if (!change) return
  const token = randomBytes(32).toString('base64url')
  await setEmailUndoToken(deps.db, changeId, hashToken(token))
  await deps.mail.send(
    change.oldEmail,
    renderEmail({
      subject: 'O e-mail da sua conta mudou',
      greeting: `Olá, ${change.name}!`,
      paragraphs: [
        `A partir de agora sua conta usa o endereço ${maskEmail(change.email)} e não mais este. Se foi você, está tudo certo.`,
        'Se não foi você, desfaça a troca em até 7 dias: este endereço volta para a conta, todas as sessões são encerradas e você cria uma nova senha.',
        'Não encaminhe esta mensagem: com o link dela a conta volta a ser de quem o abrir.',
      ],
      action: { label: 'Não fui eu: desfazer a troca', url: `${deps.site}/desfazer-email#${token}` },
    }),
  )
}

export const sendChangeNoticeJob = defineJob('send-change-notice', { run: sendEmailChangedEmail })
