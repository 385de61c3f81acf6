import { randomBytes } from 'node:crypto'
import { INVITE_DAYS } from '@na-regua/contract/invites'
import { hashToken } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import { renderEmail } from '../../../lib/email.ts'
import { defineJob } from '../../../lib/jobs.ts'
import type { Mailer } from '../../../lib/mail.ts'
import { deleteOldInvites, findInviteToSend, setInviteToken } from './queries.ts'

type Deps = { db: Database; clock: Clock; mail: Mailer; site: string }

/** Sends nothing when the invite was closed in the meantime. The token is in the URL fragment, which no server logs. */
export async function sendInviteEmail(deps: Deps, { inviteId }: { inviteId: string }): Promise<void> {
  const invite = await findInviteToSend(deps.db, inviteId, deps.clock.now())
  if (!invite) return
  const token = randomBytes(32).toString('base64url')
  await setInviteToken(deps.db, inviteId, hashToken(token))
  const { barbershop, ownerName, city, state, email, hasAccount } = invite
  const next = hasAccount
    ? 'Entre com a conta que você já tem neste endereço e aceite.'
    : 'Em menos de um minuto você cria sua conta: só o nome e uma senha, porque este e-mail já fica confirmado.'
  await deps.mail.send(
    email,
    renderEmail({
      subject: `${ownerName} convidou você para atender em ${barbershop.name}`,
      greeting: 'Olá!',
      paragraphs: [
        `${ownerName} quer você na equipe de ${barbershop.name}. ${next}`,
        `O link vale por ${INVITE_DAYS} dias e só para você. Se você não conhece esta barbearia, ignore este e-mail: nada acontece.`,
      ],
      details: [
        ['Barbearia', barbershop.name],
        ['Cidade', `${city} - ${state}`],
      ],
      action: { label: 'Ver o convite', url: `${deps.site}/convite#${token}` },
    }),
  )
}

const RETENTION_DAYS = 30

export function sweepInvites({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  return deleteOldInvites(db, new Date(clock.now().getTime() - RETENTION_DAYS * 86_400_000))
}

export const sendInviteEmailJob = defineJob('send-invite-letter', { run: sendInviteEmail })

export const sweepInvitesJob = defineJob('sweep-invites', { schedule: '40 6 * * *', run: sweepInvites })
