import type { User } from '@na-regua/contract/accounts'
import { IMAGE_TYPES } from '@na-regua/contract/images'
import { MAX_NAME } from '@na-regua/contract/text-limits'
import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { errorText } from '../../../lib/api-error.ts'
import { formatPhone } from '../../../lib/format.ts'
import { findImageProblem, type ImageProblem } from '../../../lib/image-file.ts'
import { updateSessionUser } from '../../../lib/session.ts'
import { toWirePhone } from '../../../lib/typed-phone.ts'
import { toImageProblem } from '../../../lib/upload.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { UnsavedChanges } from '../../../ui/confirm-dialog.tsx'
import { Form, useFormErrors } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ImageProblems } from '../../../ui/image-upload.tsx'
import { PhoneField } from '../../../ui/phone-field.tsx'
import { RulerLine } from '../../../ui/ruler.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { clearAvatar, saveProfile, uploadAvatar } from '../queries.ts'
import { profileProblems } from '../rules.ts'

/** Avatar, name, phone, and the email as `email`. */
export function IdentitySection({ user, email }: { user: User; email: ReactNode }) {
  const [isEditing, setEditing] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)
  function close() {
    // After a response React would render later, perhaps after the next frame.
    flushSync(() => setEditing(false))
    editButton.current?.focus()
  }

  return (
    <SectionCard id="perfil" title="Dados pessoais" isOpen>
      <div className="grid grid-cols-1 gap-5">
        <AvatarField user={user} />
        {isEditing ? (
          <IdentityForm user={user} onClose={close} />
        ) : (
          <div className="grid grid-cols-1 gap-4">
            <ProfileRow label="Nome">{user.name}</ProfileRow>
            <ProfileRow label="Telefone">{user.phone ? formatPhone(user.phone) : 'Não informado'}</ProfileRow>
            <Button ref={editButton} variant="outline" className="justify-self-start" onClick={() => setEditing(true)}>
              <Icon name="pencil" />
              Editar Perfil
            </Button>
          </div>
        )}
        <div className="border-t border-line pt-4">{email}</div>
      </div>
    </SectionCard>
  )
}

type ProfileRowProps = { label: string; children: ReactNode; action?: ReactNode }

/** A value of the profile with the button to change it. */
export function ProfileRow({ label, children, action }: ProfileRowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0">
        <p className="text-sm font-semibold text-mute">{label}</p>
        <p className="wrap-anywhere">{children}</p>
      </div>
      {action}
    </div>
  )
}

/** Edits name and phone; the name has the focus first. */
function IdentityForm({ user, onClose }: { user: User; onClose: () => void }) {
  const fields = useFormErrors<'name' | 'phone'>()
  const saving = useMutation({
    mutationFn: saveProfile,
    onSuccess(saved) {
      updateSessionUser(saved.user)
      showToast({ tone: 'success', title: 'Perfil atualizado com sucesso!' })
      onClose()
    },
  })

  function handleSubmit(data: FormData) {
    const input = { name: String(data.get('name')).trim(), phone: toWirePhone(String(data.get('phone'))) }
    if (!fields.reportErrors(profileProblems(input))) return
    saving.mutate({ id: user.id, name: input.name, phone: input.phone || null })
  }

  const actions = (
    <div className="flex flex-wrap gap-2">
      <Button type="submit" isBusy={saving.isPending}>
        Salvar
      </Button>
      <Button variant="outline" onClick={onClose}>
        Cancelar
      </Button>
    </div>
  )
  return (
    <Form
      fields={fields}
      isBusy={saving.isPending}
      onSubmit={handleSubmit}
      failure={saving.error ? errorText(saving.error, 'Erro ao atualizar perfil') : undefined}
      actions={actions}
      className="grid grid-cols-1 gap-4"
    >
      <IdentityFields user={user} errors={fields.errors} isEdited={fields.isEdited} />
    </Form>
  )
}

type IdentityFieldsProps = { user: User; errors: Partial<Record<'name' | 'phone', string>>; isEdited: boolean }

function IdentityFields({ user, errors, isEdited }: IdentityFieldsProps) {
  return (
    <>
      <UnsavedChanges draft={isEdited} />
      <TextField
        label="Nome"
        name="name"
        autoComplete="name"
        maxLength={MAX_NAME}
        defaultValue={user.name}
        error={errors.name}
        autoFocus
      />
      <PhoneField
        label="Telefone (opcional)"
        name="phone"
        autoComplete="tel"
        defaultValue={user.phone ?? ''}
        error={errors.phone}
      />
    </>
  )
}

/** The chosen file, shown before it is uploaded. */
function usePreview() {
  const [preview, setPreview] = useState<string>()
  useEffect(() => () => (preview ? URL.revokeObjectURL(preview) : undefined), [preview])
  return [preview, setPreview] as const
}

/** Uploads a chosen image at once and shows it in the meantime; an error stays visible. */
function useAvatarUpload(user: User) {
  const [preview, setPreview] = usePreview()
  const [progress, setProgress] = useState(0)
  const [problem, setProblem] = useState<ImageProblem>()
  const settle = {
    onSuccess({ avatarUrl }: { avatarUrl: string | null }) {
      updateSessionUser({ ...user, avatarUrl })
      showToast({ tone: 'success', title: 'Foto de perfil atualizada com sucesso!' })
    },
    onError: (error: Error) => setProblem(toImageProblem(error, 'Erro ao atualizar foto de perfil')),
    onSettled: () => setPreview(undefined),
  }
  const upload = useMutation({ mutationFn: uploadAvatar, ...settle })
  const clearing = useMutation({ mutationFn: clearAvatar, ...settle })
  const isBusy = upload.isPending || clearing.isPending

  async function choose(file: File | undefined) {
    if (!file || isBusy) return
    const invalid = await findImageProblem(file)
    setProblem(invalid)
    if (invalid) return
    setProgress(0)
    setPreview(URL.createObjectURL(file))
    upload.mutate({ file, onProgress: setProgress })
  }

  function clear() {
    setProblem(undefined)
    clearing.mutate()
  }

  return { preview, progress, problem, choose, clear, isSending: upload.isPending, isClearing: clearing.isPending }
}

const TICKS = 21

/** Upload progress as a ruler, with its value for screen readers. */
function UploadProgress({ part }: { part: number }) {
  const percent = Math.round(part * 100)
  return (
    <div
      role="progressbar"
      aria-label="Envio da foto"
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="grid max-w-60 gap-1.5"
    >
      <RulerLine steps={TICKS} done={Math.round(part * TICKS)} />
      <span className="text-sm text-mute tabular-nums">{percent < 100 ? `Enviando ${percent} %` : 'Preparando…'}</span>
    </div>
  )
}

type PickerProps = { label: string; isBusy: boolean; onPick: (file: File | undefined) => void }

/** A button that opens the browser's file picker, for images only. */
function ImagePicker({ label, isBusy, onPick }: PickerProps) {
  const input = useRef<HTMLInputElement>(null)

  function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    onPick(target.files?.[0])
    // Otherwise choosing the same file again would fire no change event.
    target.value = ''
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        accept={IMAGE_TYPES}
        onChange={handleChange}
        tabIndex={-1}
        aria-label="Foto de perfil"
        className="sr-only"
      />
      <Button variant="outline" isBusy={isBusy} onClick={() => input.current?.click()}>
        {!isBusy && <Icon name="camera" />}
        {label}
      </Button>
    </>
  )
}

function AvatarField({ user }: { user: User }) {
  const { preview, progress, problem, choose, clear, isSending, isClearing } = useAvatarUpload(user)
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <Avatar isLarge name={user.name} src={preview ?? user.avatarUrl} className="size-20 text-2xl" />
      <div className="grid min-w-40 flex-1 gap-2">
        <div className="flex flex-wrap gap-2">
          <ImagePicker label={user.avatarUrl ? 'Trocar foto' : 'Enviar foto'} isBusy={isSending} onPick={choose} />
          {user.avatarUrl && !isSending && (
            <Button variant="ghost" isBusy={isClearing} onClick={clear}>
              Remover foto
            </Button>
          )}
        </div>
        {isSending && <UploadProgress part={progress} />}
        <ImageProblems problems={problem ? [problem] : []} />
      </div>
    </div>
  )
}
