import type { Invite } from '@na-regua/contract/invites'
import { useState } from 'react'
import { formatDate } from '../../../lib/format.ts'
import { deviceTimeZone } from '../../../lib/local-time.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { resendInvite, revokeInvite } from '../queries.ts'
import { useMembersChange } from '../use-members-change.ts'
import { InviteLink, type SharedInvite } from './invite-dialog.tsx'
import { roleNames } from './rules.ts'

/** Invites that have not been accepted yet. */
export function InviteList({ invites, canEdit }: { invites: readonly Invite[]; canEdit: boolean }) {
  if (invites.length === 0) return null
  return (
    <section aria-labelledby="convites" className="grid gap-3">
      <h3 id="convites" className="text-lg">
        Convites pendentes
      </h3>
      <ul className="grid gap-2">
        {invites.map((invite) => (
          <InviteRow key={invite.id} invite={invite} canEdit={canEdit} />
        ))}
      </ul>
    </section>
  )
}

type InviteRowProps = { invite: Invite; canEdit: boolean }

/** The address, or for whom the link is. */
function receiverOf({ isLink, email, role, barber }: Invite) {
  if (!isLink) return email
  return `Link para ${barber?.name ?? roleNames[role].toLowerCase()}`
}

function InviteRow({ invite, canEdit }: InviteRowProps) {
  const { role, barber, isLink, barbershop, expiresAt, isExpired, isRefused } = invite
  const part = isLink || role === 'BARBER' ? '' : `${roleNames[role]} · `
  const forBarber = barber && !isLink ? `Para ${barber.name} · ` : ''
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-dashed border-line bg-card px-4 py-3">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-sunken text-mute">
        <Icon name={isLink ? 'share' : 'mail'} className="size-5" />
      </span>
      <div className="min-w-0 flex-1 basis-48 wrap-anywhere">
        <p className="font-semibold">{receiverOf(invite)}</p>
        <p className="text-sm text-mute">
          {part}
          {forBarber}
          {barbershop.name} · {isExpired ? 'venceu em' : 'vale até'} {formatDate(expiresAt, deviceTimeZone())}
        </p>
        {isRefused && (
          <p className="text-sm text-red">Este endereço recusou o e-mail. Confira se está certo e convide de novo.</p>
        )}
      </div>
      <InviteBadge invite={invite} />
      <InviteActions invite={invite} canEdit={canEdit} />
    </li>
  )
}

function InviteBadge({ invite: { isExpired, isRefused } }: { invite: Invite }) {
  if (isRefused) return <Badge tone="red">Não entregue</Badge>
  return <Badge tone={isExpired ? 'brass' : 'navy'}>{isExpired ? 'Vencido' : 'Pendente'}</Badge>
}

function useInviteActions({ id, isLink }: Invite, receiver: string) {
  const resending = useMembersChange({
    run: () => resendInvite(id),
    successText: () => (isLink ? 'Novo link criado; o anterior não vale mais' : `Convite reenviado para ${receiver}`),
    failure: isLink ? 'Erro ao criar o link' : 'Erro ao enviar convite',
  })
  const revoking = useMembersChange({
    run: () => revokeInvite(id),
    successText: () => 'Convite cancelado',
    failure: 'Erro ao cancelar convite',
  })
  return { resending, revoking }
}

function InviteActions({ invite, canEdit }: InviteRowProps) {
  const { isLink } = invite
  const receiver = receiverOf(invite)
  const [shared, setShared] = useState<SharedInvite>()
  const { resending, revoking } = useInviteActions(invite, receiver)
  const resend = () => resending.mutate(undefined, { onSuccess: ({ token }) => token && setShared({ invite, token }) })
  return (
    <div className="flex flex-wrap gap-1">
      <Button
        variant="ghost"
        disabled={!canEdit}
        isBusy={resending.isPending}
        onClick={resend}
        aria-label={isLink ? `Novo link: ${receiver}` : `Reenviar convite para ${receiver}`}
      >
        {isLink ? 'Novo link' : 'Reenviar'}
      </Button>
      <Button
        variant="ghost"
        className="text-red"
        isBusy={revoking.isPending}
        onClick={() => revoking.mutate(undefined)}
        aria-label={isLink ? `Cancelar: ${receiver}` : `Cancelar convite para ${receiver}`}
      >
        Cancelar
      </Button>
      <Dialog isOpen={shared !== undefined} onClose={() => setShared(undefined)} title="Link do convite">
        {shared && <InviteLink shared={shared} onClose={() => setShared(undefined)} />}
      </Dialog>
    </div>
  )
}
