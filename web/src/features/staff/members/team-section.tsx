import type { StaffList, StaffMember } from '@na-regua/contract/members'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '../../../app/paths.ts'
import { errorText } from '../../../lib/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { LoadingMessage } from '../../../ui/spinner.tsx'
import { BioDialog } from './bio-dialog.tsx'
import { InviteDialog, type Shop } from './invite-dialog.tsx'
import { InviteList } from './invite-list.tsx'
import { type MemberAction, MemberCard } from './member-card.tsx'
import { teamQuery } from './queries.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { inviteBar } from './rules.ts'
import { SpecialtiesDialog } from './specialties-dialog.tsx'

/** 'Gerenciar Barbeiros': who works in the owner's shops, who was asked to, and what is said of them. */
export function TeamSection({ shops }: { shops: readonly Shop[] }) {
  const { data: team, error, refetch } = useQuery(teamQuery())
  if (!team && error) {
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
  if (!team) return <LoadingMessage>Carregando barbeiros...</LoadingMessage>
  return (
    <div className="grid gap-6">
      <TeamHead {...{ team, shops }} />
      <InviteList invites={team.invites} canEdit={team.canEdit} />
      <Members {...team} />
    </div>
  )
}

function TeamHead({ team, shops }: { team: StaffList; shops: readonly Shop[] }) {
  const [isInviting, setInviting] = useState(false)
  const bar = shops.length === 0 ? 'Crie uma barbearia antes de convidar barbeiros.' : inviteBar(team)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <h2 className="text-xl">Barbeiros</h2>
      <Button disabled={bar !== undefined} aria-describedby={bar && 'sem-convite'} onClick={() => setInviting(true)}>
        <Icon name="plus" className="size-4.5" />
        Novo Barbeiro
      </Button>
      {bar && (
        <p id="sem-convite" className="w-full text-sm text-mute">
          {bar}
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
          <MemberCard key={member.id} {...{ member, canEdit }} onAct={(action) => setOpen({ action, member })} />
        ))}
      </ul>
      <SpecialtiesDialog member={memberOf('specialties')} onClose={onClose} />
      <BioDialog member={memberOf('bio')} onClose={onClose} />
      <RemoveDialog member={memberOf('remove')} dayLink={paths.ownerDay} onClose={onClose} />
    </>
  )
}
