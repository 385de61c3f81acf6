import { BIO_LENGTH, type StaffMember } from '@na-regua/contract/members'
import { useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { formatCount } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { FormDialog, LeaveButton, UnsavedChanges } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form } from '../../../ui/form.tsx'
import { TextArea } from '../../../ui/text-field.tsx'
import { removeBarber, saveBio } from '../queries.ts'
import { ConflictList } from '../schedule/conflict-list.tsx'
import { useMembersChange } from '../use-members-change.ts'
import { readUpcomingAppointments } from './rules.ts'

type DayLink = (date: string) => string
type RemoveDialogProps = { member: StaffMember | undefined; dayLink: DayLink; onClose: () => void }

/** Confirms a removal. Future appointments are listed first, to be settled one by one or cancelled together. */
export function RemoveDialog({ member, dayLink, onClose }: RemoveDialogProps) {
  return (
    <Dialog isOpen={member !== undefined} onClose={onClose} width="medium" title={`Remover ${member?.name ?? ''}?`}>
      {member && <RemoveForm member={member} dayLink={dayLink} onClose={onClose} />}
    </Dialog>
  )
}

function useRemoval(member: StaffMember, onClose: () => void) {
  const change = useMembersChange({
    run: (isCancelling: boolean) => removeBarber(member.id, isCancelling),
    successText: ({ cancelledAppointments: count }) =>
      count > 0
        ? `Barbeiro removido, ${formatCount(count, 'horário cancelado', 'horários cancelados')}`
        : 'Barbeiro removido',
    onDone: onClose,
  })
  const upcoming = readUpcomingAppointments(change.error)
  const failure = change.error && !upcoming ? errorText(change.error, 'Erro ao remover barbeiro') : undefined
  return { upcoming, failure, isBusy: change.isPending, remove: change.mutate }
}

function RemoveForm({ member, dayLink, onClose }: { member: StaffMember; dayLink: DayLink; onClose: () => void }) {
  const { upcoming, failure, isBusy, remove } = useRemoval(member, onClose)
  return (
    <div className="grid gap-5">
      {upcoming ? <UpcomingAppointments {...upcoming} dayLink={dayLink} /> : <Consequences member={member} />}
      {failure && (
        <p role="alert" className="font-medium text-red">
          {failure}
        </p>
      )}
      <div className="sticky -bottom-5 -mx-5 -mb-5 flex flex-wrap justify-end gap-2 border-t border-line bg-card p-4">
        <Button variant="outline" onClick={onClose}>
          {upcoming ? 'Voltar' : 'Cancelar'}
        </Button>
        <Button isBusy={isBusy} onClick={() => remove(upcoming !== undefined)}>
          {upcoming ? 'Cancelar todos e remover' : 'Remover'}
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

type UpcomingAppointmentsProps = Omit<Parameters<typeof ConflictList>[0], 'conflicts'> & {
  appointments: Parameters<typeof ConflictList>[0]['conflicts']
}

function UpcomingAppointments({ appointments, ...list }: UpcomingAppointmentsProps) {
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

type BioDialogProps = { member: StaffMember | undefined; onClose: () => void }

export function BioDialog({ member, onClose }: BioDialogProps) {
  return (
    <FormDialog isOpen={member !== undefined} onClose={onClose} title={`Bio de ${member?.name ?? ''}`}>
      {member && <BioForm member={member} onClose={onClose} />}
    </FormDialog>
  )
}

function BioForm({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const [bio, setBio] = useState(member.bio ?? '')
  const change = useMembersChange({
    run: (text: string) => saveBio(member.id, text),
    successText: () => 'Bio atualizada',
    onDone: onClose,
  })

  return (
    <Form isBusy={change.isPending} onSubmit={() => change.mutate(bio)} failure={false} className="grid gap-5">
      <UnsavedChanges draft={bio} />
      <TextArea
        label="Bio"
        hint="Aparece na página da barbearia, abaixo do nome."
        rows={6}
        maxLength={BIO_LENGTH}
        value={bio}
        onChange={(event) => setBio(event.target.value)}
      />
      <DialogActions
        failure={change.error ? errorText(change.error, 'Erro ao atualizar bio') : undefined}
        isBusy={change.isPending}
        label="Salvar"
      />
    </Form>
  )
}

type DialogActionsProps = { failure: string | undefined; isBusy: boolean; label: string }

/** The error and the buttons below a short form. */
export function DialogActions({ failure, isBusy, label }: DialogActionsProps) {
  return (
    <>
      {failure && (
        <p role="alert" className="font-medium text-red">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <LeaveButton />
        <Button type="submit" isBusy={isBusy}>
          {label}
        </Button>
      </div>
    </>
  )
}
