import type { User } from '@na-regua/contract/accounts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { formatPhone } from '../../../lib/format.ts'
import { updateSessionUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Form, SectionCard, useFormErrors } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PhoneField } from '../../../ui/phone-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { saveProfile } from '../queries.ts'
import { onlyDigits, profileProblems } from '../rules.ts'
import { AvatarField } from './avatar-field.tsx'

/** Avatar, name, phone, and the email as `email`. */
export function IdentitySection({ user, email }: { user: User; email: ReactNode }) {
  const [isEditing, setEditing] = useState(false)
  const editButton = useRef<HTMLButtonElement>(null)

  function close() {
    setEditing(false)
    requestAnimationFrame(() => editButton.current?.focus())
  }

  return (
    <SectionCard title="Dados pessoais">
      <div className="grid grid-cols-1 gap-6">
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
        <div className="border-t border-line pt-5">{email}</div>
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
    const input = { name: String(data.get('name')).trim(), phone: onlyDigits(String(data.get('phone'))) }
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
      <IdentityFields user={user} errors={fields.errors} />
    </Form>
  )
}

type IdentityFieldsProps = { user: User; errors: Partial<Record<'name' | 'phone', string>> }

function IdentityFields({ user, errors }: IdentityFieldsProps) {
  return (
    <>
      <TextField
        label="Nome"
        name="name"
        autoComplete="name"
        maxLength={120}
        defaultValue={user.name}
        error={errors.name}
        autoFocus
      />
      <PhoneField
        label="Telefone (opcional)"
        name="phone"
        autoComplete="tel-national"
        defaultValue={user.phone ?? ''}
        error={errors.phone}
      />
    </>
  )
}
