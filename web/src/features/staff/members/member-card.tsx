import type { StaffMember } from '@na-regua/contract/members'
import { paths } from '../../../app/paths.ts'
import { formatCount } from '../../../lib/format.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'

export type MemberAction = 'specialties' | 'bio' | 'remove'
type MemberCardProps = { member: StaffMember; canEdit: boolean; onAct: (action: MemberAction) => void }

/** A barber as the owner sees him: what the shop says of him, and what can be done about it. */
export function MemberCard({ member, canEdit, onAct }: MemberCardProps) {
  const { id, name, bio, specialties } = member
  return (
    <li className="flex flex-col gap-4 rounded-card border border-line bg-card p-4 md:p-5">
      <MemberHead member={member} />
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
        <Act label="Especialidades" {...{ name, canEdit }} onClick={() => onAct('specialties')} />
        <Act label="Bio" {...{ name, canEdit }} onClick={() => onAct('bio')} />
        <Act label="Remover" className="text-red" {...{ name, canEdit }} onClick={() => onAct('remove')} />
      </div>
    </li>
  )
}

function MemberHead({
  member: { name, avatarUrl, barbershop, isOwner, futureAppointments: ahead },
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
          <Badge tone={ahead > 0 ? 'green' : 'neutral'}>
            {ahead > 0 ? formatCount(ahead, 'horário marcado', 'horários marcados') : 'Agenda livre'}
          </Badge>
        </p>
      </div>
    </div>
  )
}

type ActProps = { label: string; name: string; canEdit: boolean; className?: string; onClick: () => void }

function Act({ label, name, canEdit, className, onClick }: ActProps) {
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
