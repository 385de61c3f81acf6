import { ApiError } from '@na-regua/contract/errors'
import { INVITE_DAYS, INVITE_RESEND_SECONDS, type Invite } from '@na-regua/contract/invites'
import type { InviteRole } from '@na-regua/contract/roles'

export type InviteRow = {
  id: string
  role: InviteRole
  /** Without an account. Null: not for a barber who is there already. */
  barber: { id: string; name: string } | null
  /** Null: by a link. */
  email: string | null
  barbershop: { id: string; name: string }
  sentAt: Date
  expiresAt: Date
  closedAt: Date | null
  outcome: string | null
  isRefused: boolean
}

export function endOfInvite(now: Date) {
  return new Date(now.getTime() + INVITE_DAYS * 86_400_000)
}

function resendAt({ sentAt }: Pick<InviteRow, 'sentAt'>) {
  return new Date(sentAt.getTime() + INVITE_RESEND_SECONDS * 1000)
}

export function canResend(invite: Pick<InviteRow, 'sentAt'>, now: Date) {
  return now >= resendAt(invite)
}

export function isExpired({ expiresAt }: Pick<InviteRow, 'expiresAt'>, now: Date) {
  return expiresAt <= now
}

export function toInvite(row: InviteRow, now: Date): Invite {
  const { id, role, barber, email, barbershop, expiresAt, isRefused } = row
  const times = { expiresAt: expiresAt.toISOString(), resendAt: resendAt(row).toISOString() }
  return {
    id,
    role,
    barber,
    isLink: email === null,
    email: email ?? '',
    barbershop,
    ...times,
    isExpired: isExpired(row, now),
    isRefused,
  }
}

/** Throws INVITE_OVER with the reason why a link is no longer valid. */
export function requireOpen(invite: InviteRow | undefined, now: Date): asserts invite is InviteRow {
  if (!invite) throw new ApiError('INVITE_OVER', {}, 'Este link não vale mais. Abra o e-mail mais recente do convite.')
  if (invite.outcome === 'accepted') throw new ApiError('INVITE_OVER', {}, 'Este convite já foi aceito.')
  if (invite.outcome === 'revoked') throw new ApiError('INVITE_OVER', {}, 'A barbearia cancelou este convite.')
  if (isExpired(invite, now))
    throw new ApiError('INVITE_OVER', {}, `Este convite valia por ${INVITE_DAYS} dias. Peça outro à barbearia.`)
}
