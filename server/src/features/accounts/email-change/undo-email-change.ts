import { ApiError } from '@na-regua/contract/errors'
import { hashToken } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { renderEmail } from '../../../lib/email.ts'
import { recordEvent } from '../../../lib/events.ts'
import { defineJob } from '../../../lib/jobs.ts'
import type { Mailer } from '../../../lib/mail.ts'
import { getUnusableHash } from '../../../lib/password.ts'
import type { CountAttempts } from '../../../lib/rate-limit.ts'
import { deriveToken } from '../../../lib/secrets.ts'
import { deleteSessions } from '../queries.ts'
import { findEmailChange, markEmailChangesUndone, restoreAccount, setEmailUndoToken } from './queries.ts'

type EmailDeps = { db: Database; clock: Clock; mail: Mailer; site: string }

/**
 * Notifies the old address and sends the undo link. The token is in the URL fragment, which no server logs. Every attempt at the email
 * has the same token.
 */
async function sendEmailChangedEmail(deps: EmailDeps, { changeId }: { changeId: string }): Promise<void> {
  const change = await findEmailChange(deps.db, changeId, deps.clock.now())
  if (!change) return
  const token = await deriveToken(deps.db, 'undo-email', changeId)
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

export const sendEmailChangedEmailJob = defineJob('send-change-notice', { run: sendEmailChangedEmail })

/** 'j•••@gmail.com': recognizable for the owner of the address, useless for others. */
function maskEmail(email: string) {
  return email.replace(/^(.).*@/, '$1•••@')
}

/**
 * Gives the account back to the owner of the old address. The person who changed it knew the password or had a session, so
 * both are revoked: the owner sets a new password by email. Returns the id of the user.
 */
export async function undoEmailChange(
  { db, clock, countAttempts }: { db: DatabasePool; clock: Clock; countAttempts: CountAttempts },
  client: string,
  token: string,
): Promise<string> {
  await countAttempts({ action: 'undo-email', of: [client], max: 30, seconds: 3600 })
  const unusableHash = await getUnusableHash()
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    const change = await markEmailChangesUndone(tx, hashToken(token), now)
    if (!change) throw new ApiError('LINK_INVALID')
    await restoreAccount(tx, { ...change, unusableHash, now })
    await deleteSessions(tx, change.userId)
    await recordEvent(tx, { name: 'password.changed', userId: change.userId, at: now })
    return change.userId
  })
}
