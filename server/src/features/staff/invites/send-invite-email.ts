import { INVITE_DAYS } from '@na-regua/contract/invites'
import { hashToken } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { DatabasePool } from '../../../lib/database.ts'
import { type RenderedEmail, renderEmail } from '../../../lib/email.ts'
import { defineJob } from '../../../lib/jobs.ts'
import { AddressRefused, type Mailer } from '../../../lib/mail.ts'
import { deriveToken } from '../../../lib/secrets.ts'
import { publish } from '../../../lib/worker/relay-events.ts'
import { runSweeps } from '../../../lib/worker/run-sweeps.ts'
import { insertNotification } from '../../notifications/events/queries.ts'
import { sendWithinQuota } from '../../notifications/message-quota/queries.ts'
import { deleteOldInvites, findInviteToSend, type InviteToSend, markInviteRefused, setInviteToken } from './queries.ts'

type Deps = { db: DatabasePool; clock: Clock; mail: Mailer; site: string }

/**
 * Sends nothing when the invite was closed in the meantime. The token is in the URL fragment, which no server logs. Every attempt at
 * one email has the same token; an invite that is sent again has another. When the address refuses the email, the owner is notified.
 */
async function sendInviteEmail(deps: Deps, { inviteId }: { inviteId: string }): Promise<void> {
  const { db, clock, mail, site } = deps
  const invite = await findInviteToSend(db, inviteId, clock.now())
  if (!invite) return
  const token = await deriveToken(db, 'invite', `${inviteId} ${invite.sentAt.getTime()}`)
  if (!(await setInviteToken(db, invite, hashToken(token)))) return
  const email = renderInviteEmail(invite, `${site}/convite#${token}`)
  const sender = { barbershopId: invite.barbershop.id, senderId: null }
  await sendWithinQuota(db, sender, () => mail.send(invite.email, email)).catch(async (error) => {
    if (error instanceof AddressRefused) await reportRefusal(deps, invite)
    throw error
  })
}

async function reportRefusal({ db, clock }: Deps, invite: InviteToSend): Promise<void> {
  const { id, email, ownerId, sentAt, barbershop } = invite
  const notification = {
    userId: ownerId,
    type: 'staff_changed',
    dedupeKey: `invite:${id}:refused:${sentAt.getTime()}`,
    title: 'Convite não entregue',
    pushMessage: `Um convite para ${barbershop.name} foi recusado. Confira o endereço e convide de novo.`,
    message: `O endereço ${email} recusou o convite para ${barbershop.name}. Confira se está certo e convide de novo.`,
    path: '/admin?aba=barbeiros',
  } as const
  await db.transaction().execute(async (tx) => {
    if (!(await markInviteRefused(tx, invite, clock.now()))) return
    await insertNotification(tx, notification, clock.now())
    await publish(tx, [ownerId], 'account')
  })
}

function renderInviteEmail(invite: InviteToSend, url: string): RenderedEmail {
  const { barbershop, barber, verifiedOwnerName, city, state, hasAccount } = invite
  const inviter = verifiedOwnerName ?? 'O dono da barbearia'
  const next = hasAccount
    ? 'Entre com a conta que você já tem neste endereço e aceite.'
    : 'Em menos de um minuto você cria sua conta: só o nome e uma senha, porque este e-mail já fica confirmado.'
  return renderEmail({
    subject: `${inviter} convidou você para atender em ${barbershop.name}`,
    greeting: 'Olá!',
    paragraphs: [
      `${inviter} quer você na equipe de ${barbershop.name}. ${next}`,
      ...(barber
        ? ['Sua agenda já está montada: ao aceitar, ela passa para a sua conta com tudo o que está marcado.']
        : []),
      `O link vale por ${INVITE_DAYS} dias e só para você. Se você não conhece esta barbearia, ignore este e-mail: nada acontece.`,
    ],
    details: [
      ['Barbearia', barbershop.name],
      ['Cidade', `${city} - ${state}`],
    ],
    action: { label: 'Ver o convite', url },
  })
}

const RETENTION_DAYS = 30

export function sweepInvites({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const until = new Date(clock.now().getTime() - RETENTION_DAYS * 86_400_000)
  return runSweeps({ invites: (limit) => deleteOldInvites(db, until, limit) })
}

export const sendInviteEmailJob = defineJob('send-invite-email', { run: sendInviteEmail })

export const sweepInvitesJob = defineJob('sweep-invites', { schedule: '40 6 * * *', run: sweepInvites })
