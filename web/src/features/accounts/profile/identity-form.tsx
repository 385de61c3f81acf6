import type { User } from '@na-regua/contract/accounts'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { errorText } from '../../../lib/error-text.ts'
import { updateSessionUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { FormAlert } from '../../../ui/form-alert.tsx'
import { PhoneField } from '../../../ui/phone-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { useFormErrors } from '../../../ui/use-form-errors.ts'
import { onlyDigits } from '../login/rules.ts'
import { saveProfile } from './queries.ts'

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
export function IdentityForm({ user, onClose }: { user: User; onClose: () => void }) {
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
