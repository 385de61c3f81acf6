import { BIO_LENGTH, type StaffMember } from '@na-regua/contract/members'
import { useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form } from '../../../ui/form.tsx'
import { TextArea } from '../../../ui/text-field.tsx'
import { saveBio } from '../queries.ts'
import { DialogActions, useMembersChange } from './members-change.tsx'

type BioDialogProps = { member: StaffMember | undefined; onClose: () => void }

export function BioDialog({ member, onClose }: BioDialogProps) {
  return (
    <Dialog isOpen={member !== undefined} onClose={onClose} title={`Bio de ${member?.name ?? ''}`}>
      {member && <BioForm {...{ member, onClose }} />}
    </Dialog>
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
        onCancel={onClose}
      />
    </Form>
  )
}
