import type { Invite } from '@na-regua/contract/invites'
import { formatDate } from '../../../lib/format.ts'
import { deviceTimeZone } from '../../../lib/local-time.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { resendInvite, revokeInvite } from './queries.ts'
import { useTeamChange } from './use-team-change.ts'

/** Who was asked and has not answered yet. */
export function InviteList({ invites, canEdit }: { invites: readonly Invite[]; canEdit: boolean }) {
  if (invites.length === 0) return null
  return (
    <section aria-labelledby="convites" className="grid gap-3">
      <h3 id="convites" className="text-lg">
        Convites pendentes
      </h3>
      <ul className="grid gap-2">
        {invites.map((invite) => (
          <InviteRow key={invite.id} {...{ invite, canEdit }} />
        ))}
      </ul>
    </section>
  )
}

type InviteRowProps = { invite: Invite; canEdit: boolean }

function InviteRow({ invite, canEdit }: InviteRowProps) {
  const { email, barbershop, expiresAt, isExpired } = invite
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-dashed border-line bg-card px-4 py-3">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-sunken text-mute">
        <Icon name="mail" className="size-5" />
      </span>
      <div className="min-w-0 flex-1 basis-48 [overflow-wrap:anywhere]">
        <p className="font-semibold">{email}</p>
        <p className="text-sm text-mute">
          {barbershop.name} · {isExpired ? 'venceu em' : 'vale até'} {formatDate(expiresAt, deviceTimeZone())}
        </p>
      </div>
      <Badge tone={isExpired ? 'brass' : 'navy'}>{isExpired ? 'Vencido' : 'Pendente'}</Badge>
      <InviteActions {...{ invite, canEdit }} />
    </li>
  )
}

function InviteActions({ invite: { id, email }, canEdit }: InviteRowProps) {
  const resending = useTeamChange({
    run: resendInvite,
    done: () => `Convite reenviado para ${email}`,
    failure: 'Erro ao enviar convite',
  })
  const revoking = useTeamChange({
    run: revokeInvite,
    done: () => 'Convite cancelado',
    failure: 'Erro ao cancelar convite',
  })
  return (
    <div className="flex flex-wrap gap-1">
      <Button
        variant="ghost"
        disabled={!canEdit}
        isBusy={resending.isPending}
        onClick={() => resending.mutate(id)}
        aria-label={`Reenviar convite para ${email}`}
      >
        Reenviar
      </Button>
      <Button
        variant="ghost"
        className="text-red"
        isBusy={revoking.isPending}
        onClick={() => revoking.mutate(id)}
        aria-label={`Cancelar convite para ${email}`}
      >
        Cancelar
      </Button>
    </div>
  )
}
