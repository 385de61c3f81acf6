import type { User } from '@na-regua/contract/accounts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import { openSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormAlert, useFormErrors } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { NewPasswordFields, PasswordField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { PasswordStrength } from '../password/password-strength.tsx'
import { changePassword } from '../queries.ts'
import { isGoogleManaged, type Passwords, passwordProblems } from '../rules.ts'
import { SessionList } from './session-list.tsx'

export function SecuritySection({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <SectionCard title="Segurança">
      {isGoogleManaged(user) ? (
        <p className="text-mute">
          Contas do Google gerenciam sua senha automaticamente. Não é possível redefinir a senha aqui.
        </p>
      ) : (
        <Button variant="outline" onClick={() => setOpen(true)}>
          <Icon name="lock" />
          Redefinir Senha
        </Button>
      )}
      <h3 className="mt-6 text-lg">Onde sua conta está aberta</h3>
      <SessionList />
      <PasswordChangeDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </SectionCard>
  )
}

type PanelProps = { isOpen: boolean; onClose: () => void }

function PasswordChangeDialog({ isOpen, onClose }: PanelProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Redefinir senha">
      <PasswordForm onDone={onClose} />
    </Dialog>
  )
}

function readInput(form: HTMLFormElement): Passwords {
  const data = new FormData(form)
  const text = (name: keyof Passwords) => String(data.get(name) ?? '')
  return {
    currentPassword: text('currentPassword'),
    newPassword: text('newPassword'),
    confirmPassword: text('confirmPassword'),
  }
}

function useChange(onDone: () => void, report: (errors: Partial<Passwords>) => void) {
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess(session) {
      openSession(session)
      showToast({ tone: 'success', title: 'Senha atualizada com sucesso!' })
      onDone()
    },
    onError(error) {
      if (hasCode(error, 'WRONG_PASSWORD')) report({ currentPassword: error.message })
      if (hasCode(error, 'WEAK_PASSWORD')) report({ newPassword: error.message })
    },
  })
  const isSaid = hasCode(change.error, 'WRONG_PASSWORD', 'WEAK_PASSWORD')
  const failure = change.error && !isSaid ? errorText(change.error, 'Erro ao atualizar senha') : undefined
  return { change, failure }
}

function PasswordForm({ onDone }: { onDone: () => void }) {
  const { form, errors, reportErrors, handleInput } = useFormErrors<keyof Passwords>()
  const { change, failure } = useChange(onDone, reportErrors)

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const input = readInput(event.currentTarget)
    if (!change.isPending && reportErrors(passwordProblems(input))) change.mutate(input)
  }

  return (
    <form ref={form} method="post" noValidate onSubmit={handleSubmit} onInput={handleInput} className="grid gap-4">
      <PasswordField label="Senha atual" name="currentPassword" error={errors.currentPassword} />
      <NewPasswordFields
        password={{ label: 'Nova senha', name: 'newPassword', error: errors.newPassword }}
        confirmation={{ label: 'Confirmar nova senha', name: 'confirmPassword', error: errors.confirmPassword }}
        strength={(password) => <PasswordStrength password={password} />}
      />
      <p className="text-sm text-mute">As outras sessões da sua conta serão encerradas.</p>
      <FormAlert>{failure}</FormAlert>
      <Button type="submit" isWide isBusy={change.isPending}>
        Salvar nova senha
      </Button>
    </form>
  )
}
