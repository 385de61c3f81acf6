import type { StaffMember } from '@na-regua/contract/members'
import { errorText } from '../../../lib/error-text.ts'
import { formatCount } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ConflictList } from '../schedule/conflict-list.tsx'
import { removeBarber } from './queries.ts'
import { aheadOf } from './rules.ts'
import { useTeamChange } from './use-team-change.ts'

type DayLink = (date: string) => string
type RemoveDialogProps = { member: StaffMember | undefined; dayLink: DayLink; onClose: () => void }

/** Asked before a chair is emptied. What is ahead is listed first: settled one by one, or called off together. */
export function RemoveDialog({ member, dayLink, onClose }: RemoveDialogProps) {
  return (
    <Dialog isOpen={member !== undefined} onClose={onClose} width="medium" title={`Remover ${member?.name ?? ''}?`}>
      {member && <Removal {...{ member, dayLink, onClose }} />}
    </Dialog>
  )
}

function useRemoval(member: StaffMember, onClose: () => void) {
  const change = useTeamChange({
    run: (isCancelling: boolean) => removeBarber(member.id, isCancelling),
    done: ({ cancelledAppointments: count }) =>
      count > 0
        ? `Barbeiro removido, ${formatCount(count, 'horário cancelado', 'horários cancelados')}`
        : 'Barbeiro removido',
    onDone: onClose,
  })
  const ahead = aheadOf(change.error)
  const failure = change.error && !ahead ? errorText(change.error, 'Erro ao remover barbeiro') : undefined
  return { ahead, failure, isBusy: change.isPending, remove: change.mutate }
}

function Removal({ member, dayLink, onClose }: { member: StaffMember; dayLink: DayLink; onClose: () => void }) {
  const { ahead, failure, isBusy, remove } = useRemoval(member, onClose)
  return (
    <div className="grid gap-5">
      {ahead ? <Ahead {...ahead} dayLink={dayLink} /> : <Consequences member={member} />}
      {failure && (
        <p role="alert" className="font-medium text-red">
          {failure}
        </p>
      )}
      <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap justify-end gap-2 border-t border-line bg-card p-4">
        <Button variant="outline" onClick={onClose}>
          {ahead ? 'Voltar' : 'Cancelar'}
        </Button>
        <Button isBusy={isBusy} onClick={() => remove(ahead !== undefined)}>
          {ahead ? 'Cancelar todos e remover' : 'Remover'}
        </Button>
      </div>
    </div>
  )
}

function Consequences({ member: { barbershop, isOwner } }: { member: StaffMember }) {
  return (
    <p className="text-mute">
      Ninguém mais consegue agendar com {isOwner ? 'você' : 'esta pessoa'} em {barbershop.name}. Os atendimentos de
      antes continuam guardados{isOwner ? '.' : ', e a pessoa é avisada.'}
    </p>
  )
}

type AheadProps = Omit<Parameters<typeof ConflictList>[0], 'conflicts'> & {
  appointments: Parameters<typeof ConflictList>[0]['conflicts']
}

function Ahead({ appointments, ...list }: AheadProps) {
  return (
    <div role="alert">
      <p className="mb-4 text-mute">
        Há {formatCount(appointments.length, 'agendamento', 'agendamentos')} à frente. Fale com os clientes e resolva um
        por um no dia, ou cancele todos agora: cada cliente é avisado.
      </p>
      <ConflictList conflicts={appointments} {...list} />
    </div>
  )
}
