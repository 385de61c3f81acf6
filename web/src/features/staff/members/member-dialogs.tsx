import { BIO_LENGTH, type StaffMember } from '@na-regua/contract/members'
import { useState } from 'react'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import type { DisplacementSlot } from '../../../lib/displacement-slot.ts'
import { Button } from '../../../ui/button.tsx'
import { FormDialog, LeaveButton, UnsavedChanges } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form } from '../../../ui/form.tsx'
import { TextArea } from '../../../ui/text-field.tsx'
import { removeBarber, saveBio } from '../queries.ts'
import { useMembersChange } from '../use-members-change.ts'

type RemoveDialogProps = { member: StaffMember | undefined; displacement: DisplacementSlot; onClose: () => void }

/** Confirms a removal. Upcoming appointments are settled together with it. */
export function RemoveDialog({ member, displacement, onClose }: RemoveDialogProps) {
  return member && <Removal key={member.id} member={member} displacement={displacement} onClose={onClose} />
}

function Removal({ member, displacement, onClose }: RemoveDialogProps & { member: StaffMember }) {
  const { mutate, error, isPending } = useMembersChange({
    run: () => removeBarber(member.id),
    successText: () => 'Barbeiro removido',
    onDone: onClose,
  })
  if (hasCode(error, 'FUTURE_APPOINTMENTS'))
    return displacement({
      barbershopId: member.barbershop.id,
      change: { type: 'removal', barberId: member.id },
      action: 'Remover',
      onClose,
      onDone: onClose,
    })
  const footer = (
    <>
      <Button variant="outline" onClick={onClose}>
        Cancelar
      </Button>
      <Button isBusy={isPending} onClick={() => mutate(undefined)}>
        Remover
      </Button>
    </>
  )
  return (
    <Dialog isOpen onClose={onClose} width="medium" title={`Remover ${member.name}?`} footer={footer}>
      <div className="grid gap-5">
        <Consequences member={member} />
        {error && (
          <p role="alert" className="font-medium text-red">
            {errorText(error, 'Erro ao remover barbeiro')}
          </p>
        )}
      </div>
    </Dialog>
  )
}

function Consequences({ member: { barbershop, isOwner, hasAccount } }: { member: StaffMember }) {
  return (
    <p className="text-mute">
      Ninguém mais consegue agendar com {isOwner ? 'você' : 'esta pessoa'} em {barbershop.name}. Os atendimentos de
      antes continuam guardados{isOwner || !hasAccount ? '.' : ', e a pessoa é avisada.'}
    </p>
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
