import { INVITE_DAYS } from '@na-regua/contract/invites'
import { type FormEvent, useId, useState } from 'react'
import { errorText } from '../../../lib/error-text.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { DialogActions } from './dialog-actions.tsx'
import { inviteBarber } from './queries.ts'
import { inviteProblem } from './rules.ts'
import { useTeamChange } from './use-team-change.ts'

export type Shop = { id: string; name: string }
type InviteDialogProps = { isOpen: boolean; shops: readonly Shop[]; onClose: () => void }

/** 'Novo Barbeiro': a shop and an address; the rest is told by e-mail. */
export function InviteDialog({ isOpen, shops, onClose }: InviteDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Novo Barbeiro">
      <InviteForm {...{ shops, onClose }} />
    </Dialog>
  )
}

function useInviteForm(shops: readonly Shop[], onClose: () => void) {
  const [input, setInput] = useState({ barbershopId: shops.length === 1 ? (shops[0]?.id ?? '') : '', userEmail: '' })
  const [problem, setProblem] = useState<string>()
  const change = useTeamChange({
    run: inviteBarber,
    done: ({ invite }) => (invite ? `Convite enviado para ${invite.email}` : 'Você agora tem uma cadeira'),
    onDone: onClose,
  })

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const found = inviteProblem(input)
    setProblem(found)
    if (!found && !change.isPending) change.mutate({ ...input, userEmail: input.userEmail.trim() })
  }

  const failure = change.error ? errorText(change.error, 'Erro ao enviar convite') : undefined
  return { input, setInput, failure: problem ?? failure, handleSubmit, isBusy: change.isPending }
}

function InviteForm({ shops, onClose }: Omit<InviteDialogProps, 'isOpen'>) {
  const { input, setInput, failure, handleSubmit, isBusy } = useInviteForm(shops, onClose)
  const shopField = useId()
  return (
    <form onSubmit={handleSubmit} noValidate className="grid gap-5">
      <p className="text-mute">
        A pessoa recebe um link que vale {INVITE_DAYS} dias. Se for você quem atende, informe o seu próprio e-mail.
      </p>
      <div className="grid gap-1.5">
        <label htmlFor={shopField} className="text-sm font-semibold">
          Barbearia
        </label>
        <Select
          id={shopField}
          value={input.barbershopId}
          options={[
            { value: '', label: 'Escolha a barbearia', isDisabled: true },
            ...shops.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(barbershopId) => setInput({ ...input, barbershopId })}
        />
      </div>
      <TextField
        label="E-mail do barbeiro"
        type="email"
        autoComplete="off"
        maxLength={254}
        value={input.userEmail}
        onChange={(event) => setInput({ ...input, userEmail: event.target.value })}
      />
      <DialogActions {...{ failure, isBusy }} label="Enviar convite" onCancel={onClose} />
    </form>
  )
}
