import type { StaffList, StaffMember } from '@na-regua/contract/members'
import type { InviteRole } from '@na-regua/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import type { DisplacementSlot } from '../../../lib/displacement-slot.ts'
import { formatCount } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { DenseRow, denseListClass, useListSearch } from '../../../ui/dense-row.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LoadingMessage } from '../../../ui/loading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Sentences } from '../../../ui/sentences.tsx'
import { membersQuery } from '../queries.ts'
import { type InviteBarbershop, InviteDialog } from './invite-dialog.tsx'
import { BioDialog, RemoveDialog } from './member-dialogs.tsx'
import { InviteList } from './member-invites.tsx'
import { PermissionSection } from './permission-section.tsx'
import { RoleList } from './role-list.tsx'
import { findInviteObstacle } from './rules.ts'
import { SpecialtiesDialog } from './specialties-dialog.tsx'
import { NameDialog } from './without-account.tsx'

const PortfolioDialog = lazy(async () => ({
  default: (await import('../portfolio/portfolio-dialog.tsx')).PortfolioDialog,
}))

type MembersSectionProps = { shops: readonly InviteBarbershop[]; displacement: DisplacementSlot }

/** 'Gerenciar Barbeiros': the barbers of the owner's barbershops and the pending invites. */
export function MembersSection({ shops, displacement }: MembersSectionProps) {
  const { data: staff, error, refetch } = useQuery(membersQuery())
  if (!staff && error) {
    const action = (
      <Button variant="outline" onClick={() => void refetch()}>
        Tentar novamente
      </Button>
    )
    return (
      <Notice tone="error" title="Erro ao carregar barbeiros" action={action}>
        <Sentences>{errorText(error, 'Tente novamente mais tarde.')}</Sentences>
      </Notice>
    )
  }
  if (!staff) return <LoadingMessage>Carregando barbeiros...</LoadingMessage>
  return (
    <div className="grid gap-6">
      <MembersHeader staff={staff} shops={shops} />
      <InviteList invites={staff.invites} canEdit={staff.canEdit} />
      <Members {...staff} shops={shops} displacement={displacement} />
      <RoleList roles={staff.roles} />
      <PermissionSection staff={staff} />
    </div>
  )
}

function MembersHeader({ staff, shops }: { staff: StaffList; shops: readonly InviteBarbershop[] }) {
  const [invited, setInvited] = useState<InviteRole>()
  const obstacle = shops.length === 0 ? 'Crie uma barbearia antes de convidar barbeiros.' : findInviteObstacle(staff)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <h2 className="text-xl">Barbeiros</h2>
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={obstacle !== undefined}
          aria-describedby={obstacle && 'sem-convite'}
          onClick={() => setInvited('BARBER')}
        >
          <Icon name="plus" className="size-4.5" />
          Novo Barbeiro
        </Button>
        <Button
          variant="outline"
          disabled={shops.length === 0 || !staff.canEdit}
          onClick={() => setInvited('RECEPTIONIST')}
        >
          Convidar recepção
        </Button>
      </div>
      {obstacle && <Obstacle hasPlan={shops.length > 0}>{obstacle}</Obstacle>}
      <InviteDialog key={invited} firstRole={invited} shops={shops} onClose={() => setInvited(undefined)} />
    </div>
  )
}

/** Why no barber can be invited. With a barbershop it is the plan. */
function Obstacle({ hasPlan, children }: { hasPlan: boolean; children: string }) {
  return (
    <p id="sem-convite" className="flex w-full flex-wrap items-center gap-x-3 text-sm text-mute">
      {children}
      {hasPlan && (
        <ButtonLink to={paths.becomeOwner()} variant="ghost" className="px-2! text-sm! underline underline-offset-4">
          Ver planos
        </ButtonLink>
      )}
    </p>
  )
}

const toSearchText = ({ name, barbershop }: StaffMember) => `${name} ${barbershop.name}`

type MembersProps = Pick<StaffList, 'barbers' | 'canEdit'> &
  Pick<MembersSectionProps, 'displacement'> & { shops: readonly InviteBarbershop[] }

function Members({ barbers, canEdit, shops, displacement }: MembersProps) {
  const [open, setOpen] = useState<{ action: MemberAction; member: StaffMember }>()
  const memberOf = (action: MemberAction) => (open?.action === action ? open.member : undefined)
  const onClose = () => setOpen(undefined)
  const { field, found } = useListSearch(barbers, 'Procurar barbeiro', toSearchText)
  return (
    <>
      {barbers.length === 0 && (
        <Notice icon="chair" title="Nenhum barbeiro ainda">
          Adicione quem atende com você, com ou sem conta. Se é você quem corta, use o seu próprio e-mail.
        </Notice>
      )}
      {field}
      {barbers.length > 0 && found.length === 0 && <Notice icon="search" title="Nenhum barbeiro com esse nome" />}
      {found.length > 0 && (
        <ul aria-label="Barbeiros" className={denseListClass}>
          {found.map((member) => (
            <li key={member.id}>
              <MemberRow
                member={member}
                canEdit={canEdit}
                isOnly={barbers.length === 1}
                onAction={(action) => setOpen({ action, member })}
              />
            </li>
          ))}
        </ul>
      )}
      <SpecialtiesDialog member={memberOf('specialties')} onClose={onClose} />
      <BioDialog member={memberOf('bio')} onClose={onClose} />
      <NameDialog member={memberOf('name')} onClose={onClose} />
      <InviteDialog
        key={memberOf('invite')?.id}
        firstRole={memberOf('invite') && 'BARBER'}
        member={memberOf('invite')}
        shops={shops}
        onClose={onClose}
      />
      <Suspense>{open?.action === 'portfolio' && <PortfolioDialog barber={open.member} onClose={onClose} />}</Suspense>
      <RemoveDialog member={memberOf('remove')} displacement={displacement} onClose={onClose} />
    </>
  )
}

type MemberAction = 'invite' | 'name' | 'specialties' | 'bio' | 'portfolio' | 'remove'
type MemberRowProps = {
  member: StaffMember
  canEdit: boolean
  /** The owner has no other barber: the buttons are there at once. */
  isOnly: boolean
  onAction: (action: MemberAction) => void
}

/** A barber as the owner sees them: the actions, and the public profile below. */
function MemberRow({ member, canEdit, isOnly, onAction }: MemberRowProps) {
  const { id, name, avatarUrl, barbershop, isOwner, hasAccount } = member
  const shared = { name, canEdit }
  return (
    <DenseRow
      name={name}
      leading={<Avatar name={name} src={avatarUrl} />}
      title={
        <h3 className="min-w-0 line-clamp-3 wrap-anywhere font-sans text-base leading-snug font-semibold tracking-normal">
          {name}
        </h3>
      }
      badges={
        <>
          {isOwner && <Badge tone="brass">Você</Badge>}
          {!hasAccount && <Badge tone="navy">Sem conta ainda</Badge>}
        </>
      }
      text={
        <span className="line-clamp-3 wrap-anywhere">
          {describeAgenda(member)} · {barbershop.name}
        </span>
      }
      actions={
        <>
          {!hasAccount && <ActionButton label="Convidar" {...shared} onClick={() => onAction('invite')} />}
          {!hasAccount && <ActionButton label="Nome e foto" {...shared} onClick={() => onAction('name')} />}
          <ButtonLink
            variant="ghost"
            className={actionClass}
            to={paths.barberSchedule(id)}
            aria-label={`Horário de ${name}`}
          >
            Horário
          </ButtonLink>
          <ActionButton label="Especialidades" {...shared} onClick={() => onAction('specialties')} />
          <ActionButton label="Bio" {...shared} onClick={() => onAction('bio')} />
          <ActionButton label="Fotos e Instagram" {...shared} onClick={() => onAction('portfolio')} />
          <ActionButton label="Remover" className="text-red" {...shared} onClick={() => onAction('remove')} />
        </>
      }
      details={<PublicProfile member={member} />}
      isOpenAtFirst={isOnly}
    />
  )
}

function describeAgenda({ futureAppointments }: StaffMember) {
  if (futureAppointments === 0) return 'Agenda livre'
  return formatCount(futureAppointments, 'horário marcado', 'horários marcados')
}

/** What customers read about the barber. */
function PublicProfile({ member: { name, bio, specialties } }: { member: StaffMember }) {
  return (
    <div className="grid gap-2">
      <p className="text-sm whitespace-pre-line wrap-anywhere text-mute">{bio ?? 'Sem bio ainda.'}</p>
      {specialties.length > 0 && (
        <ul aria-label={`Especialidades de ${name}`} className="flex flex-wrap gap-1.5">
          {specialties.map((specialty) => (
            <li
              key={specialty}
              className="rounded-small bg-sunken px-2 py-0.5 text-xs font-semibold wrap-anywhere text-mute"
            >
              {specialty}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const actionClass = 'px-2.5! text-sm!'

type ActionButtonProps = { label: string; name: string; canEdit: boolean; className?: string; onClick: () => void }

function ActionButton({ label, name, canEdit, className = '', onClick }: ActionButtonProps) {
  return (
    <Button
      variant="ghost"
      className={`${actionClass} ${className}`}
      disabled={!canEdit}
      aria-label={`${label}: ${name}`}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}
