import { ANY_BARBER } from '@na-regua/contract/appointments'
import type { ScheduleConflict } from '@na-regua/contract/staff'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { formatCount } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FieldFrame } from '../../../ui/field-frame.tsx'
import { Select } from '../../../ui/select.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { barbersQuery } from '../barbers/queries.ts'
import { type AbsenceInput, requestAbsence, type TimeOffInput } from '../queries.ts'
import { ConflictList, UntoldCustomers } from './conflict-list.tsx'
import { describeAbsence, listUntold, readConflicts, readUnresolved, type UnresolvedAbsence } from './rules.ts'

type AbsenceDialogProps = {
  barber: { id: string; barbershopId: string }
  timeZone: string
  dayLink: (date: string) => string
  /** The time off that was refused because of these appointments. */
  input: TimeOffInput
  conflicts: readonly ScheduleConflict[]
  isLeaving: boolean
  /** Why leaving them as they are failed. */
  leaveFailure: string | undefined
  /** Adds the time off and leaves the appointments as they are. */
  onLeave: () => void
  onBack: () => void
  onAdded: () => void
}

/** What becomes of the appointments in time off: they go to others, are cancelled, or stay. Nothing changes before a choice. */
export function AbsenceDialog(props: AbsenceDialogProps) {
  const { onAdded } = props
  const absence = useAbsence(props)
  const { added, unresolved } = absence
  if (added) return <UntoldCustomers absence={added} timeZone={props.timeZone} onClose={onAdded} />
  if (unresolved) return <UnresolvedDialog {...props} absence={absence} unresolved={unresolved} />
  return <ChoiceDialog {...props} absence={absence} conflicts={absence.conflicts ?? props.conflicts} />
}

/** Everything that can become of them at once. */
function ChoiceDialog({ absence, ...props }: AbsenceDialogProps & { absence: ReturnType<typeof useAbsence> }) {
  const { input, conflicts, onBack } = props
  const one = conflicts.length === 1
  const footer = (
    <>
      <Button variant="outline" onClick={onBack}>
        Voltar
      </Button>
      <Button variant="outline" onClick={props.onLeave} isBusy={props.isLeaving}>
        {one ? 'Manter o agendamento e salvar' : 'Manter os agendamentos e salvar'}
      </Button>
    </>
  )
  const title = one ? 'Há um agendamento nesse tempo' : `Há ${conflicts.length} agendamentos nesse tempo`
  const added = absence.conflicts && 'Entrou mais um agendamento. Confira a lista e escolha de novo.'
  const failure = absence.failure ?? props.leaveFailure ?? added
  const isBusy = absence.isPending
  return (
    <Dialog isOpen onClose={onBack} width="medium" title={title} footer={footer}>
      <Failure text={failure} />
      <div className="mb-5 grid gap-4 border-b border-line pb-5">
        <Reassignment {...props} isBusy={isBusy} onChoose={(to) => absence.send({ ...input, to, conflicts })} />
        <CancelAll count={conflicts.length} isBusy={isBusy} onCancel={() => absence.send({ ...input, conflicts })} />
      </div>
      <ConflictList {...props} />
    </Dialog>
  )
}

function Failure({ text }: { text: string | undefined }) {
  return (
    <div role="alert" className="empty:hidden">
      {text && <p className="mb-4 font-medium text-red">{text}</p>}
    </div>
  )
}

type SentAbsence = TimeOffInput & {
  conflicts: readonly ScheduleConflict[]
  to?: string
  rest?: AbsenceInput['rest']
}

/**
 * Each request names the appointments that were on the screen: the server changes no others. What it refused stays on the screen
 * while the next request runs, and if that fails.
 */
function useAbsence({ barber, onAdded }: AbsenceDialogProps) {
  const client = useQueryClient()
  const [refusal, setRefusal] = useState<unknown>()
  const { mutate, variables, data, error, isPending, reset } = useMutation({
    mutationFn: ({ conflicts, to, rest, keepConflicts: _, ...timeOff }: SentAbsence) =>
      requestAbsence(barber.id, { ...timeOff, appointmentIds: conflicts.map(({ id }) => id), reassignTo: to, rest }),
    async onSuccess(absence) {
      const text = describeAbsence(absence)
      showToast({ tone: 'success', title: 'Folga marcada', text: text && `${text}.` })
      if (listUntold(absence).length === 0) onAdded()
      const topics = ['appointments', 'availability', 'customers']
      await Promise.all(topics.map((topic) => client.invalidateQueries({ queryKey: [topic] })))
    },
  })
  const conflicts = readConflicts(refusal)
  const isRefusal = (cause: unknown) => readConflicts(cause).length > 0 || readUnresolved(cause) !== undefined
  const send = (sent: SentAbsence) => mutate(sent, { onError: (cause) => isRefusal(cause) && setRefusal(cause) })
  return {
    send,
    sendRest: (rest: AbsenceInput['rest']) => variables && send({ ...variables, rest }),
    back() {
      reset()
      setRefusal(undefined)
    },
    isPending,
    added: data && listUntold(data).length > 0 ? data : undefined,
    conflicts: conflicts.length > 0 ? conflicts : undefined,
    unresolved: readUnresolved(refusal),
    failure: error && !isRefusal(error) ? errorText(error, 'Erro ao salvar. Tente novamente.') : undefined,
  }
}

type ReassignmentProps = Pick<AbsenceDialogProps, 'barber'> & { isBusy: boolean; onChoose: (to: string) => void }

function Reassignment({ barber, isBusy, onChoose }: ReassignmentProps) {
  const id = useId()
  const [to, setTo] = useState<string>(ANY_BARBER)
  const { data = [], isPending } = useQuery(barbersQuery(barber.barbershopId))
  const others = data.filter((other) => other.id !== barber.id)
  if (others.length === 0)
    return isPending ? null : <p className="text-mute">Não há outro barbeiro que possa atender no lugar.</p>
  const options = [
    { value: ANY_BARBER, label: 'Quem estiver livre' },
    ...others.map(({ id: value, name: label }) => ({ value, label })),
  ]
  return (
    <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <FieldFrame id={id} label="Passar para…">
        <Select id={id} options={options} value={to} onChange={setTo} />
      </FieldFrame>
      <Button isBusy={isBusy} onClick={() => onChoose(to)}>
        Passar e avisar
      </Button>
    </div>
  )
}

/** Cancels on the second press. */
function CancelAll({ count, isBusy, onCancel }: { count: number; isBusy: boolean; onCancel: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const label = count === 1 ? 'Cancelar e avisar' : 'Cancelar todos e avisar'
  if (!isOpen)
    return (
      <Button
        variant="outline"
        className="border-red! text-red! sm:justify-self-start"
        disabled={isBusy}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
    )
  return (
    <div className="grid gap-3 rounded-control bg-red-soft p-4">
      <p className="font-medium">
        {formatCount(count, 'agendamento é cancelado', 'agendamentos são cancelados')} na hora e não{' '}
        {count === 1 ? 'volta' : 'voltam'}. {count === 1 ? 'O cliente recebe' : 'Os clientes recebem'} o aviso.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" onClick={() => setOpen(false)}>
          Não cancelar
        </Button>
        <Button variant="outline" className="border-red! text-red!" isBusy={isBusy} onClick={onCancel}>
          Sim, cancelar {count === 1 ? 'e avisar' : `os ${count}`}
        </Button>
      </div>
    </div>
  )
}

type UnresolvedDialogProps = AbsenceDialogProps & {
  absence: ReturnType<typeof useAbsence>
  unresolved: UnresolvedAbsence
}

/** Those that no barber can take, and why. Nothing has changed yet. */
function UnresolvedDialog({ absence, unresolved, onBack, timeZone, dayLink }: UnresolvedDialogProps) {
  const { conflicts, assignable } = unresolved
  const one = conflicts.length === 1
  const appointmentIds = conflicts.map(({ id }) => id)
  const isBusy = absence.isPending
  return (
    <Dialog
      isOpen
      onClose={onBack}
      width="medium"
      title={one ? 'Um agendamento não coube' : `${conflicts.length} agendamentos não couberam`}
      footer={
        <>
          <Button variant="outline" onClick={absence.back}>
            Voltar
          </Button>
          <Button
            variant="outline"
            className="border-red! text-red!"
            isBusy={isBusy}
            onClick={() => absence.sendRest({ action: 'cancel', appointmentIds })}
          >
            {one ? 'Cancelar este e avisar' : 'Cancelar estes e avisar'}
          </Button>
          <Button variant="ink" isBusy={isBusy} onClick={() => absence.sendRest({ action: 'keep', appointmentIds })}>
            {one ? 'Deixar como está' : 'Deixar como estão'}
          </Button>
        </>
      }
    >
      <Failure text={absence.failure} />
      <p className="mb-4 text-mute">
        {assignable === 0
          ? 'Nada mudou ainda.'
          : `${formatCount(assignable, 'agendamento passa', 'agendamentos passam')} para outro barbeiro. Nada mudou ainda: escolha o que fazer com ${one ? 'este' : 'estes'}.`}
      </p>
      <ConflictList conflicts={conflicts} timeZone={timeZone} dayLink={dayLink} />
    </Dialog>
  )
}
