import type { BarbershopRole, RoleHolder } from '@na-regua/contract/roles'
import { useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { worksForOthersIn } from '../../../lib/permissions.ts'
import { useUser } from '../../../lib/session.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Sentences } from '../../../ui/sentences.tsx'
import { changeRole, removeRole } from '../queries.ts'
import { useMembersChange } from '../use-members-change.ts'
import { describeRole, roleNames } from './rules.ts'

type ListedRole = Omit<RoleHolder, 'permissions'>

/** Receptionists and managers. Only an owner names managers, and removes them. */
export function RoleList({ roles }: { roles: readonly ListedRole[] }) {
  const [removed, setRemoved] = useState<ListedRole>()
  if (roles.length === 0) return null
  return (
    <section aria-labelledby="recepcao" className="grid gap-3">
      <h3 id="recepcao" className="text-lg">
        Recepção e gerência
      </h3>
      <ul className="grid gap-2">
        {roles.map((holder) => (
          <HolderRow key={holder.id} holder={holder} onRemove={() => setRemoved(holder)} />
        ))}
      </ul>
      <RemoveRoleDialog holder={removed} onClose={() => setRemoved(undefined)} />
    </section>
  )
}

/** The roles of the account in barbershops of others, on its own page: everyone may leave. */
export function OwnRoles() {
  const user = useUser()
  if (!user?.barbershopRoles?.[0]) return null
  const { name, avatarUrl } = user
  return <RoleList roles={user.barbershopRoles.map((own) => ({ ...own, name, avatarUrl, isSelf: true }))} />
}

function HolderRow({ holder, onRemove }: { holder: ListedRole; onRemove: () => void }) {
  const user = useUser()
  const { name, avatarUrl, role, barbershop, isSelf } = holder
  const isOwner = user !== undefined && !worksForOthersIn(barbershop.id, user)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-card px-4 py-3">
      <Avatar name={name} src={avatarUrl} />
      <div className="min-w-0 flex-1 basis-40 wrap-anywhere">
        <p className="font-semibold">{name}</p>
        <p className="text-sm text-mute">{barbershop.name}</p>
      </div>
      <Badge tone={role === 'MANAGER' ? 'brass' : 'navy'}>
        {isSelf ? `${roleNames[role]} · você` : roleNames[role]}
      </Badge>
      {(isOwner || isSelf || role === 'RECEPTIONIST') && (
        <div className="flex flex-wrap gap-1">
          {isOwner && <ChangeRoleButton holder={holder} />}
          <Button
            variant="ghost"
            className="text-red"
            aria-label={isSelf ? `Sair de ${barbershop.name}` : `Remover: ${name}`}
            onClick={onRemove}
          >
            {isSelf ? 'Sair da equipe' : 'Remover'}
          </Button>
        </div>
      )}
    </li>
  )
}

function ChangeRoleButton({ holder: { id, name, role } }: { holder: ListedRole }) {
  const next: BarbershopRole = role === 'MANAGER' ? 'RECEPTIONIST' : 'MANAGER'
  const change = useMembersChange({
    run: () => changeRole(id, next),
    successText: () => `Agora é ${roleNames[next].toLowerCase()}`,
    failure: 'Erro ao mudar a função',
  })
  const label = `Tornar ${roleNames[next].toLowerCase()}`
  return (
    <Button
      variant="ghost"
      isBusy={change.isPending}
      aria-label={`${label}: ${name}`}
      onClick={() => change.mutate(undefined)}
    >
      {label}
    </Button>
  )
}

type RemoveRoleProps = { holder: ListedRole | undefined; onClose: () => void }

function RemoveRoleDialog({ holder, onClose }: RemoveRoleProps) {
  const title = holder?.isSelf ? `Sair de ${holder.barbershop.name}?` : `Remover ${holder?.name ?? ''}?`
  return (
    <Dialog isOpen={holder !== undefined} onClose={onClose} title={title}>
      {holder && <RemoveRoleForm holder={holder} onClose={onClose} />}
    </Dialog>
  )
}

function RemoveRoleForm({ holder, onClose }: { holder: ListedRole; onClose: () => void }) {
  const { id, role, barbershop, isSelf } = holder
  const change = useMembersChange({
    run: () => removeRole(id),
    successText: () => (isSelf ? `Você saiu de ${barbershop.name}` : 'Pessoa removida da equipe'),
    onDone: onClose,
  })
  return (
    <div className="grid gap-5">
      <p className="text-mute">
        {isSelf ? 'Você perde' : 'A pessoa perde'} o acesso a {barbershop.name} na hora: {describeRole(role)}.
        {role === 'MANAGER' && ' Os convites por link que ainda estão abertos deixam de valer.'}
      </p>
      {change.error && (
        <p role="alert" className="font-medium text-red">
          <Sentences>{errorText(change.error, 'Erro ao remover. Tente novamente.')}</Sentences>
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          Cancelar
        </Button>
        <Button isBusy={change.isPending} onClick={() => change.mutate(undefined)}>
          {isSelf ? 'Sair da equipe' : 'Remover'}
        </Button>
      </div>
    </div>
  )
}
