import { INVITE_DAYS, type Invite } from '@na-regua/contract/invites'
import { useId, useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { formatDate } from '../../../lib/format.ts'
import { deviceTimeZone } from '../../../lib/local-time.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { inviteBarber, resendInvite, revokeInvite } from '../queries.ts'
import { DialogActions, useMembersChange } from './members-change.tsx'
import { findInviteProblem } from './rules.ts'

/** Invites that have not been accepted yet. */
export function InviteList({ invites, canEdit }: { invites: readonly Invite[]; canEdit: boolean }) {
  if (invites.length === 0) return null
  return (
    <section aria-labelledby="convites" className="grid gap-3">
      <h3 id="convites" className="text-lg">
        Convites pendentes
      </h3>
      <ul className="grid gap-2">
        {invites.map((invite) => (
          <InviteRow key={invite.id} {...{ invite, canEdit }} />
        ))}
      </ul>
    </section>
  )
}

type InviteRowProps = { invite: Invite; canEdit: boolean }

function InviteRow({ invite, canEdit }: InviteRowProps) {
  const { email, barbershop, expiresAt, isExpired, isRefused } = invite
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-dashed border-line bg-card px-4 py-3">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-sunken text-mute">
        <Icon name="mail" className="size-5" />
      </span>
      <div className="min-w-0 flex-1 basis-48 [overflow-wrap:anywhere]">
        <p className="font-semibold">{email}</p>
        <p className="text-sm text-mute">
          {barbershop.name} · {isExpired ? 'venceu em' : 'vale até'} {formatDate(expiresAt, deviceTimeZone())}
        </p>
        {isRefused && (
          <p className="text-sm text-red">Este endereço recusou o e-mail. Confira se está certo e convide de novo.</p>
        )}
      </div>
      <InviteBadge invite={invite} />
      <InviteActions {...{ invite, canEdit }} />
    </li>
  )
}

function InviteBadge({ invite: { isExpired, isRefused } }: { invite: Invite }) {
  if (isRefused) return <Badge tone="red">Não entregue</Badge>
  return <Badge tone={isExpired ? 'brass' : 'navy'}>{isExpired ? 'Vencido' : 'Pendente'}</Badge>
}

function InviteActions({ invite: { id, email }, canEdit }: InviteRowProps) {
  const resending = useMembersChange({
    run: resendInvite,
    successText: () => `Convite reenviado para ${email}`,
    failure: 'Erro ao enviar convite',
  })
  const revoking = useMembersChange({
    run: revokeInvite,
    successText: () => 'Convite cancelado',
    failure: 'Erro ao cancelar convite',
  })
  return (
    <div className="flex flex-wrap gap-1">
      <Button
        variant="ghost"
        disabled={!canEdit}
        isBusy={resending.isPending}
        onClick={() => resending.mutate(id)}
        aria-label={`Reenviar convite para ${email}`}
      >
        Reenviar
      </Button>
      <Button
        variant="ghost"
        className="text-red"
        isBusy={revoking.isPending}
        onClick={() => revoking.mutate(id)}
        aria-label={`Cancelar convite para ${email}`}
      >
        Cancelar
      </Button>
    </div>
  )
}

export type InviteBarbershop = { id: string; name: string }
type InviteDialogProps = { isOpen: boolean; shops: readonly InviteBarbershop[]; onClose: () => void }

/** 'Novo Barbeiro': a barbershop and an email address; the barber continues from the email. */
export function InviteDialog({ isOpen, shops, onClose }: InviteDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Novo Barbeiro">
      <InviteForm {...{ shops, onClose }} />
    </Dialog>
  )
}

function useInviteForm(shops: readonly InviteBarbershop[], onClose: () => void) {
  const [input, setInput] = useState({ barbershopId: shops.length === 1 ? (shops[0]?.id ?? '') : '', userEmail: '' })
  const [problem, setProblem] = useState<string>()
  const change = useMembersChange({
    run: inviteBarber,
    successText: ({ invite }) => (invite ? `Convite enviado para ${invite.email}` : 'Você agora tem uma cadeira'),
    onDone: onClose,
  })

  function handleSubmit() {
    const newProblem = findInviteProblem(input)
    setProblem(newProblem)
    if (!newProblem) change.mutate({ ...input, userEmail: input.userEmail.trim() })
  }

  const failure = change.error ? errorText(change.error, 'Erro ao enviar convite') : undefined
  return { input, setInput, failure: problem ?? failure, handleSubmit, isBusy: change.isPending }
}

function InviteForm({ shops, onClose }: Omit<InviteDialogProps, 'isOpen'>) {
  const { input, setInput, failure, handleSubmit, isBusy } = useInviteForm(shops, onClose)
  const shopField = useId()
  return (
    <Form isBusy={isBusy} onSubmit={handleSubmit} failure={false} className="grid gap-5">
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
    </Form>
  )
}
