import type { StaffList, StaffMember } from '@na-regua/contract/members'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { paths } from '../../../app/paths.ts'
import { errorText } from '../../../lib/api-error.ts'
import { formatCount } from '../../../lib/format.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LoadingMessage } from '../../../ui/loading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { membersQuery } from '../queries.ts'
import { BioDialog, RemoveDialog } from './member-dialogs.tsx'
import { type InviteBarbershop, InviteDialog, InviteList } from './member-invites.tsx'
import { findInviteObstacle } from './rules.ts'
import { SpecialtiesDialog } from './specialties-dialog.tsx'

const PortfolioDialog = lazy(async () => ({
  default: (await import('../portfolio/portfolio-dialog.tsx')).PortfolioDialog,
}))

/** 'Gerenciar Barbeiros': the barbers of the owner's barbershops and the pending invites. */
export function MembersSection({ shops }: { shops: readonly InviteBarbershop[] }) {
  const { data: staff, error, refetch } = useQuery(membersQuery())
  if (!staff && error) {
    const action = (
      <Button variant="outline" onClick={() => void refetch()}>
        Tentar novamente
      </Button>
    )
    return (
      <Notice tone="error" title="Erro ao carregar barbeiros" action={action}>
        {errorText(error, 'Tente novamente mais tarde.')}
      </Notice>
    )
  }
  if (!staff) return <LoadingMessage>Carregando barbeiros...</LoadingMessage>
  return (
    <div className="grid gap-6">
      <MembersHeader {...{ staff, shops }} />
      <InviteList invites={staff.invites} canEdit={staff.canEdit} />
      <Members {...staff} />
    </div>
  )
}

function MembersHeader({ staff, shops }: { staff: StaffList; shops: readonly InviteBarbershop[] }) {
  const [isInviting, setInviting] = useState(false)
  const obstacle = shops.length === 0 ? 'Crie uma barbearia antes de convidar barbeiros.' : findInviteObstacle(staff)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <h2 className="text-xl">Barbeiros</h2>
      <Button
        disabled={obstacle !== undefined}
        aria-describedby={obstacle && 'sem-convite'}
        onClick={() => setInviting(true)}
      >
        <Icon name="plus" className="size-4.5" />
        Novo Barbeiro
      </Button>
      {obstacle && (
        <p id="sem-convite" className="w-full text-sm text-mute">
          {obstacle}
        </p>
      )}
      <InviteDialog isOpen={isInviting} shops={shops} onClose={() => setInviting(false)} />
    </div>
  )
}

function Members({ barbers, canEdit }: Pick<StaffList, 'barbers' | 'canEdit'>) {
  const [open, setOpen] = useState<{ action: MemberAction; member: StaffMember }>()
  const memberOf = (action: MemberAction) => (open?.action === action ? open.member : undefined)
  const onClose = () => setOpen(undefined)
  return (
    <>
      {barbers.length === 0 && (
        <Notice icon="chair" title="Nenhum barbeiro ainda">
          Convide quem atende com você. Se é você quem corta, use o seu próprio e-mail.
        </Notice>
      )}
      <ul className="grid grid-cols-1 gap-4 md:grid-cols-2">
        {barbers.map((member) => (
          <MemberCard key={member.id} {...{ member, canEdit }} onAction={(action) => setOpen({ action, member })} />
        ))}
      </ul>
      <SpecialtiesDialog member={memberOf('specialties')} onClose={onClose} />
      <BioDialog member={memberOf('bio')} onClose={onClose} />
      <Suspense>{open?.action === 'portfolio' && <PortfolioDialog barber={open.member} onClose={onClose} />}</Suspense>
      <RemoveDialog member={memberOf('remove')} dayLink={paths.ownerDay} onClose={onClose} />
    </>
  )
}

type MemberAction = 'specialties' | 'bio' | 'portfolio' | 'remove'
type MemberCardProps = { member: StaffMember; canEdit: boolean; onAction: (action: MemberAction) => void }

/** A barber as the owner sees them: the public profile, and the actions. */
function MemberCard({ member, canEdit, onAction }: MemberCardProps) {
  const { id, name, bio, specialties } = member
  return (
    <li className="flex flex-col gap-4 rounded-card border border-line bg-card p-4 md:p-5">
      <MemberHeader member={member} />
      <p className="text-sm whitespace-pre-line [overflow-wrap:anywhere] text-mute">{bio ?? 'Sem bio ainda.'}</p>
      {specialties.length > 0 && (
        <ul aria-label={`Especialidades de ${name}`} className="flex flex-wrap gap-1.5">
          {specialties.map((specialty) => (
            <li
              key={specialty}
              className="rounded-small bg-sunken px-2 py-0.5 text-xs font-semibold [overflow-wrap:anywhere] text-mute"
            >
              {specialty}
            </li>
          ))}
        </ul>
      )}
      <div className="mt-auto -mx-2 -mb-2 flex flex-wrap border-t border-line pt-2">
        <ButtonLink variant="ghost" to={paths.barberSchedule(id)} aria-label={`Horário de ${name}`}>
          Horário
        </ButtonLink>
        <ActionButton label="Especialidades" {...{ name, canEdit }} onClick={() => onAction('specialties')} />
        <ActionButton label="Bio" {...{ name, canEdit }} onClick={() => onAction('bio')} />
        <ActionButton label="Fotos" {...{ name, canEdit }} onClick={() => onAction('portfolio')} />
        <ActionButton label="Remover" className="text-red" {...{ name, canEdit }} onClick={() => onAction('remove')} />
      </div>
    </li>
  )
}

function MemberHeader({
  member: { name, avatarUrl, barbershop, isOwner, futureAppointments },
}: {
  member: StaffMember
}) {
  return (
    <div className="flex items-start gap-3">
      <Avatar name={name} src={avatarUrl} className="size-14 text-lg" />
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <h3 className="font-sans text-base leading-snug font-semibold tracking-normal">{name}</h3>
        <p className="text-sm text-mute">{barbershop.name}</p>
        <p className="mt-1 flex flex-wrap gap-1.5">
          {isOwner && <Badge tone="brass">Você</Badge>}
          <Badge tone={futureAppointments > 0 ? 'green' : 'neutral'}>
            {futureAppointments > 0
              ? formatCount(futureAppointments, 'horário marcado', 'horários marcados')
              : 'Agenda livre'}
          </Badge>
        </p>
      </div>
    </div>
  )
}

type ActionButtonProps = { label: string; name: string; canEdit: boolean; className?: string; onClick: () => void }

function ActionButton({ label, name, canEdit, className, onClick }: ActionButtonProps) {
  return (
    <Button
      variant="ghost"
      className={className}
      disabled={!canEdit}
      aria-label={`${label}: ${name}`}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}
