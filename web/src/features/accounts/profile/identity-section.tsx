import type { User } from '@na-regua/contract/accounts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { formatPhone } from '../../../lib/format.ts'
import { updateSessionUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { FormAlert, useFormErrors } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PhoneField } from '../../../ui/phone-field.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { saveProfile } from '../queries.ts'
import { onlyDigits } from '../rules.ts'
import { AvatarField } from './avatar-field.tsx'

/** Who the person is here: picture, name, phone, and with `email` the address. */
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
            <ProfileFact label="Nome">{user.name}</ProfileFact>
            <ProfileFact label="Telefone">{user.phone ? formatPhone(user.phone) : 'Não informado'}</ProfileFact>
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

function readInput(form: HTMLFormElement) {
  const data = new FormData(form)
  return { name: String(data.get('name')).trim(), phone: onlyDigits(String(data.get('phone'))) }
}

function problemsOf({ name, phone }: ReturnType<typeof readInput>) {
  return {
    name: name ? undefined : 'Por favor, informe seu nome',
    phone: /^(\d{10,11})?$/.test(phone) ? undefined : 'Informe o DDD e o número, com 10 ou 11 dígitos',
  }
}

type FieldsProps = { user: User; errors: Partial<Record<'name' | 'phone', string>> }

function Fields({ user, errors }: FieldsProps) {
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

/** Name and phone while they are edited; the focus begins in the name. */
function IdentityForm({ user, onClose }: { user: User; onClose: () => void }) {
  const { form, errors, reportErrors, handleInput } = useFormErrors<'name' | 'phone'>()
  const saving = useMutation({
    mutationFn: saveProfile,
    onSuccess(answer) {
      updateSessionUser(answer.user)
      showToast({ tone: 'success', title: 'Perfil atualizado com sucesso!' })
      onClose()
    },
  })

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const input = readInput(event.currentTarget)
    if (saving.isPending || !reportErrors(problemsOf(input))) return
    saving.mutate({ id: user.id, name: input.name, phone: input.phone || null })
  }

  return (
    <form ref={form} noValidate onSubmit={handleSubmit} onInput={handleInput} className="grid grid-cols-1 gap-4">
      <Fields user={user} errors={errors} />
      <FormAlert>{saving.error ? errorText(saving.error, 'Erro ao atualizar perfil') : undefined}</FormAlert>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isBusy={saving.isPending}>
          Salvar
        </Button>
        <Button variant="outline" onClick={onClose}>
          Cancelar
        </Button>
      </div>
    </form>
  )
}

type ProfileFactProps = { label: string; children: ReactNode; action?: ReactNode }

/** Something that is so, with the way to change it. */
export function ProfileFact({ label, children, action }: ProfileFactProps) {
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
