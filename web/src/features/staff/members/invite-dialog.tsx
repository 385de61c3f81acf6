import { INVITE_DAYS, type Invite } from '@na-regua/contract/invites'
import type { StaffMember } from '@na-regua/contract/members'
import type { InviteRole } from '@na-regua/contract/roles'
import { MAX_EMAIL } from '@na-regua/contract/text-limits'
import { Suspense, useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { paths } from '../../../lib/paths.ts'
import { worksForOthersIn } from '../../../lib/permissions.ts'
import { useUser } from '../../../lib/session.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { FormDialog, UnsavedChanges } from '../../../ui/confirm-dialog.tsx'
import { Form } from '../../../ui/form.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { copyText } from '../../../ui/share-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { inviteByEmail, inviteByLink } from '../queries.ts'
import { useMembersChange } from '../use-members-change.ts'
import { BarbershopField } from './barbershop-field.tsx'
import { DialogActions } from './member-dialogs.tsx'
import { describeRole, findInviteProblem, roleNames, toInviteMessage } from './rules.ts'
import { NewBarberForm } from './without-account.tsx'

export type InviteBarbershop = { id: string; name: string }
type InviteDialogProps = {
  /** What the button was for; undefined: closed. */
  firstRole: InviteRole | undefined
  shops: readonly InviteBarbershop[]
  /** The barber without an account whom the invite is for. */
  member?: StaffMember | undefined
  onClose: () => void
}

/** 'Novo Barbeiro' or the reception: a barbershop, and an address or a link to pass on. The receiver continues from the link. */
export function InviteDialog({ firstRole, ...props }: InviteDialogProps) {
  const newTitle = firstRole === 'BARBER' ? 'Novo Barbeiro' : 'Convidar para a recepção'
  const title = props.member ? `Convidar ${props.member.name}` : newTitle
  return (
    <FormDialog isOpen={firstRole !== undefined} onClose={props.onClose} title={title}>
      {firstRole && <InviteForm {...props} firstRole={firstRole} />}
    </FormDialog>
  )
}

type InviteFormProps = InviteDialogProps & { firstRole: InviteRole }

const ways = [
  { value: 'email', label: 'Por e-mail' },
  { value: 'link', label: 'Por link' },
] as const
const withoutAccount = { value: 'none', label: 'Sem conta' } as const
type Way = (typeof ways)[number]['value'] | 'none'

function useInviteForm({ firstRole, shops, member, onClose }: InviteFormProps) {
  const onlyShopId = shops.length === 1 ? (shops[0]?.id ?? '') : ''
  const barbershopId = member?.barbershop.id ?? onlyShopId
  const forBarber = member && { barberId: member.id }
  const [input, setInput] = useState({ barbershopId, userEmail: '', role: firstRole, way: 'email' as Way })
  const [problem, setProblem] = useState<string>()
  const sending = useMembersChange({
    run: inviteByEmail,
    successText: ({ invite }) => (invite ? `Convite enviado para ${invite.email}` : 'Você agora tem uma cadeira'),
    onDone: onClose,
  })
  const linking = useMembersChange({ run: inviteByLink, successText: () => 'Link criado' })

  function handleSubmit() {
    const { way, ...invited } = input
    const isByLink = way === 'link'
    const userEmail = invited.userEmail.trim()
    const newProblem = isByLink && invited.barbershopId ? undefined : findInviteProblem(invited)
    setProblem(newProblem)
    if (newProblem) return
    if (isByLink) linking.mutate({ barbershopId: invited.barbershopId, role: invited.role, ...forBarber })
    else sending.mutate({ ...invited, userEmail, ...forBarber })
  }

  const error = input.way === 'link' ? linking.error : sending.error
  const failure = problem ?? (error ? errorText(error, 'Erro ao enviar convite') : undefined)
  const isBusy = sending.isPending || linking.isPending
  return { input, setInput, failure, handleSubmit, isBusy, shared: linking.data }
}

type InviteInput = ReturnType<typeof useInviteForm>['input']
type FieldsProps = { input: InviteInput; onChange: (input: InviteInput) => void }

function InviteForm(props: InviteFormProps) {
  const { input, setInput, failure, handleSubmit, isBusy, shared } = useInviteForm(props)
  const { member, shops } = props
  if (shared) return <InviteLink shared={shared} onClose={props.onClose} />
  const { role, way, barbershopId } = input
  const canBeAdded = role === 'BARBER' && !member
  const choice = <WayChoice ways={canBeAdded ? [...ways, withoutAccount] : ways} input={input} onChange={setInput} />
  if (way === 'none')
    return (
      <div className="grid gap-5">
        {choice}
        <NewBarberForm shops={shops} onClose={props.onClose} />
      </div>
    )
  return (
    <Form isBusy={isBusy} onSubmit={handleSubmit} failure={false} className="grid gap-5">
      <UnsavedChanges draft={input.userEmail} />
      {role !== 'BARBER' && (
        <RoleChoice role={role} barbershopId={barbershopId} onChange={(next) => setInput({ ...input, role: next })} />
      )}
      {role !== 'BARBER' && <p className="text-mute">{`${roleNames[role]}: ${describeRole(role)}.`}</p>}
      {member ? (
        <p className="text-mute">Ao aceitar, a pessoa recebe a agenda como está, com tudo o que já foi marcado.</p>
      ) : (
        <BarbershopField
          barbershopId={input.barbershopId}
          shops={shops}
          onChange={(id) => setInput({ ...input, barbershopId: id })}
        />
      )}
      {choice}
      <Receiver input={input} onChange={setInput} />
      <DialogActions failure={failure} isBusy={isBusy} label={way === 'email' ? 'Enviar convite' : 'Criar link'} />
    </Form>
  )
}

type WayChoiceProps = FieldsProps & { ways: readonly { value: Way; label: string }[] }

function WayChoice({ ways: options, input, onChange }: WayChoiceProps) {
  return (
    <div>
      <Segmented<Way>
        label="Como convidar"
        options={options}
        value={input.way}
        onChange={(way) => onChange({ ...input, way })}
      />
    </div>
  )
}

function Receiver({ input, onChange }: FieldsProps) {
  if (input.way === 'link')
    return (
      <p className="text-sm text-mute">
        Você copia o link ou manda pelo WhatsApp. Quem abrir primeiro entra na equipe, então mande só para a pessoa
        certa. Se for você quem atende, convide por e-mail.
      </p>
    )
  return (
    <TextField
      label={input.role === 'BARBER' ? 'E-mail do barbeiro' : 'E-mail'}
      hint={`${input.role === 'BARBER' ? 'Se for você quem atende, informe o seu. ' : ''}O convite vale ${INVITE_DAYS} dias.`}
      type="email"
      autoComplete="off"
      maxLength={MAX_EMAIL}
      value={input.userEmail}
      onChange={(event) => onChange({ ...input, userEmail: event.target.value })}
    />
  )
}

type RoleChoiceProps = { role: InviteRole; barbershopId: string; onChange: (role: InviteRole) => void }

/** Only an owner names managers. */
function RoleChoice({ role, barbershopId, onChange }: RoleChoiceProps) {
  const user = useUser()
  if (user?.role !== 'OWNER' || worksForOthersIn(barbershopId, user)) return null
  const options = (['RECEPTIONIST', 'MANAGER'] as const).map((value) => ({ value, label: roleNames[value] }))
  return (
    <div>
      <Segmented<InviteRole> label="Função" options={options} value={role} onChange={onChange} />
    </div>
  )
}

/** A link that its creator sees only now. */
export type SharedInvite = { invite: Invite; token: string }

export function InviteLink({ shared: { invite, token }, onClose }: { shared: SharedInvite; onClose: () => void }) {
  const url = `${window.location.origin}${paths.invite(token)}`
  const message = toInviteMessage(invite.role, invite.barbershop.name, url)
  return (
    <div className="grid gap-5">
      <TextField
        label={`Link para ${roleNames[invite.role].toLowerCase()} de ${invite.barbershop.name}`}
        hint={`Vale uma vez e por ${INVITE_DAYS} dias, e só aparece agora. Depois, crie outro na lista de convites.`}
        value={url}
        readOnly
        onFocus={(event) => event.target.select()}
      />
      <div className="grid justify-items-center gap-2">
        <Suspense fallback={<div className="size-52" />}>
          <QrCode text={url} label="QR code do convite" className="size-44" />
        </Suspense>
        <p className="text-sm text-mute">Ao seu lado? A pessoa aponta a câmera.</p>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          Pronto
        </Button>
        <a
          href={`https://wa.me/?text=${encodeURIComponent(message)}`}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass({ variant: 'outline' })}
        >
          WhatsApp
        </a>
        <Button onClick={() => void copyText(url, 'Link copiado')}>Copiar link</Button>
      </div>
    </div>
  )
}
