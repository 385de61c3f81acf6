import type { User } from '@na-regua/contract/accounts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import { openSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form, useFormErrors } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { NewPasswordFields, PasswordField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { PasswordStrength } from '../password/link-reset.tsx'
import { changePassword } from '../queries.ts'
import { isGoogleManaged, type PasswordChangeInput, passwordChangeProblems } from '../rules.ts'
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
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Redefinir senha">
        <PasswordChangeForm onDone={() => setOpen(false)} />
      </Dialog>
    </SectionCard>
  )
}

function readInput(data: FormData): PasswordChangeInput {
  const text = (name: keyof PasswordChangeInput) => String(data.get(name) ?? '')
  return {
    currentPassword: text('currentPassword'),
    newPassword: text('newPassword'),
    confirmPassword: text('confirmPassword'),
  }
}

function usePasswordChange(onDone: () => void, report: (errors: Partial<PasswordChangeInput>) => void) {
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
  const isShownAtField = hasCode(change.error, 'WRONG_PASSWORD', 'WEAK_PASSWORD')
  const failure = change.error && !isShownAtField ? errorText(change.error, 'Erro ao atualizar senha') : undefined
  return { change, failure }
}

function PasswordChangeForm({ onDone }: { onDone: () => void }) {
  const fields = useFormErrors<keyof PasswordChangeInput>()
  const { change, failure } = usePasswordChange(onDone, fields.reportErrors)

  function handleSubmit(data: FormData) {
    const input = readInput(data)
    if (fields.reportErrors(passwordChangeProblems(input))) change.mutate(input)
  }

  const { currentPassword, newPassword, confirmPassword } = fields.errors
  return (
    <Form
      fields={fields}
      isBusy={change.isPending}
      onSubmit={handleSubmit}
      failure={failure}
      submit="Salvar nova senha"
    >
      <PasswordField label="Senha atual" name="currentPassword" error={currentPassword} />
      <NewPasswordFields
        password={{ label: 'Nova senha', name: 'newPassword', error: newPassword }}
        confirmation={{ label: 'Confirmar nova senha', name: 'confirmPassword', error: confirmPassword }}
        strength={(password) => <PasswordStrength password={password} />}
      />
      <p className="text-sm text-mute">As outras sessões da sua conta serão encerradas.</p>
    </Form>
  )
}
