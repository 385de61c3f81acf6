import { INVITE_DAYS } from '@na-regua/contract/invites'
import type { StaffMember } from '@na-regua/contract/members'
import { MAX_EMAIL, MAX_NAME } from '@na-regua/contract/text-limits'
import { useEffect, useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { findImageProblem, ImageFileError, type ImageProblem, prepareImage } from '../../../lib/image-file.ts'
import { createUuid } from '../../../lib/unique-id.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { FormDialog, UnsavedChanges } from '../../../ui/confirm-dialog.tsx'
import { Form } from '../../../ui/form.tsx'
import { ImagePicker, ImageProblems } from '../../../ui/image-upload.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { addBarber, changeBarber } from '../queries.ts'
import { useMembersChange } from '../use-members-change.ts'
import { BarbershopField } from './barbershop-field.tsx'
import { DialogActions } from './member-dialogs.tsx'
import { findNewBarberProblem } from './rules.ts'

type NewBarberFormProps = { shops: readonly { id: string; name: string }[]; onClose: () => void }

/** A barber whose account does not exist yet: customers book with them at once. */
export function NewBarberForm({ shops, onClose }: NewBarberFormProps) {
  const [barbershopId, setBarbershopId] = useState(shops.length === 1 ? (shops[0]?.id ?? '') : '')
  const [id] = useState(createUuid)
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [problem, setProblem] = useState<string>()
  const photo = usePhoto()
  const change = useMembersChange({
    run: addBarber,
    successText: ({ barber }) => `${barber.name} já recebe agendamentos`,
    problemText: describeFailures,
    onDone: onClose,
  })

  function handleSubmit() {
    const userEmail = email.trim()
    const newProblem = findNewBarberProblem({ barbershopId, name, userEmail })
    setProblem(newProblem)
    if (newProblem) return
    change.mutate({ id, barbershopId, name, photo: photo.file, userEmail })
  }

  return (
    <Form isBusy={change.isPending} onSubmit={handleSubmit} failure={false} className="grid gap-5">
      <UnsavedChanges draft={name} />
      <p className="text-sm text-mute">
        Os clientes agendam na hora, e você cuida da agenda. Convide quando quiser: nada se perde.
      </p>
      {shops.length > 1 && <BarbershopField barbershopId={barbershopId} shops={shops} onChange={setBarbershopId} />}
      <NameAndPhoto name={name} onName={setName} photo={photo} avatarUrl={null} />
      <TextField
        label="E-mail (opcional)"
        hint={`Para convidar já. O convite vale ${INVITE_DAYS} dias.`}
        type="email"
        autoComplete="off"
        maxLength={MAX_EMAIL}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <DialogActions
        failure={problem ?? (change.error ? errorText(change.error, 'Erro ao adicionar barbeiro.') : undefined)}
        isBusy={change.isPending}
        label="Adicionar"
      />
    </Form>
  )
}

/** The barber is in the list, where photo and invite can be repeated. */
function describeFailures({ upload, invite }: Awaited<ReturnType<typeof addBarber>>): string | undefined {
  const failures = []
  if (upload.status === 'rejected')
    failures.push(`A foto não foi: ${errorText(upload.reason, 'tente em Nome e foto.')}`)
  if (invite.status === 'rejected')
    failures.push(`O convite não foi: ${errorText(invite.reason, 'tente em Convidar.')}`)
  return failures.join(' ') || undefined
}

type NameDialogProps = { member: StaffMember | undefined; onClose: () => void }

/** Name and photo of a barber without an account. */
export function NameDialog({ member, onClose }: NameDialogProps) {
  return (
    <FormDialog isOpen={member !== undefined} onClose={onClose} title={`Nome e foto de ${member?.name ?? ''}`}>
      {member && <NameForm member={member} onClose={onClose} />}
    </FormDialog>
  )
}

function NameForm({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const [name, setName] = useState(member.name)
  const photo = usePhoto()
  const change = useMembersChange({
    run: () => changeBarber(member.id, { name, photo: photo.file }),
    successText: () => 'Nome e foto atualizados',
    onDone: onClose,
  })
  return (
    <Form
      isBusy={change.isPending}
      onSubmit={() => name.trim() !== '' && change.mutate(undefined)}
      failure={false}
      className="grid gap-5"
    >
      <UnsavedChanges draft={name} />
      <NameAndPhoto name={name} onName={setName} photo={photo} avatarUrl={member.avatarUrl} />
      <DialogActions
        failure={change.error ? errorText(change.error, 'Erro ao salvar. Tente novamente.') : undefined}
        isBusy={change.isPending}
        label="Salvar"
      />
    </Form>
  )
}

/** The chosen photo, which is sent with the form. */
function usePhoto() {
  const [chosen, setChosen] = useState<{ file: File; preview: string }>()
  const [problem, setProblem] = useState<ImageProblem>()
  useEffect(() => () => (chosen ? URL.revokeObjectURL(chosen.preview) : undefined), [chosen])

  async function choose([file]: File[]) {
    if (!file) return
    const chosenProblem = await findImageProblem(file)
    setProblem(chosenProblem)
    if (chosenProblem) return
    try {
      const prepared = await prepareImage(file)
      setChosen({ file: prepared, preview: URL.createObjectURL(prepared) })
    } catch (error) {
      if (!(error instanceof ImageFileError)) throw error
      setProblem(error.problem)
    }
  }

  return { file: chosen?.file, preview: chosen?.preview, problem, choose }
}

type NameAndPhotoProps = {
  name: string
  onName: (name: string) => void
  photo: ReturnType<typeof usePhoto>
  avatarUrl: string | null
}

function NameAndPhoto({ name, onName, photo, avatarUrl }: NameAndPhotoProps) {
  const { preview, problem, choose } = photo
  const shown = preview ?? avatarUrl
  return (
    <>
      <TextField
        label="Nome"
        autoComplete="off"
        required
        maxLength={MAX_NAME}
        value={name}
        onChange={(event) => onName(event.target.value)}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Avatar isLarge name={name || '?'} src={shown} className="size-20 text-xl" />
        <ImagePicker label={shown ? 'Trocar foto' : 'Escolher foto'} onPick={(files) => void choose(files)} />
      </div>
      <ImageProblems problems={problem ? [problem] : []} />
    </>
  )
}
