import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import { openSession } from '../../../lib/session.ts'
import { Form, FormAlert, useFormErrors } from '../../../ui/form.tsx'
import { NewPasswordFields } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { LoginLink, PasswordStrength } from '../login/login-form.tsx'
import { resetPasswordWithLink } from '../queries.ts'
import { passwordProblem } from '../rules.ts'

type Field = 'password' | 'confirmation'

function useLinkReset(reportErrors: (errors: Partial<Record<Field, string>>) => void) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: resetPasswordWithLink,
    onSuccess(session) {
      openSession(session)
      showToast({ tone: 'success', title: 'Senha atualizada com sucesso!' })
      void navigate(paths.home(), { replace: true })
    },
    onError(error) {
      if (hasCode(error, 'WEAK_PASSWORD')) reportErrors({ password: error.message })
    },
  })
}

/** The new password of a user who opened the link of the email. It logs in with it. */
export function LinkReset({ token }: { token: string }) {
  const fields = useFormErrors<Field>()
  const reset = useLinkReset(fields.reportErrors)
  if (hasCode(reset.error, 'LINK_INVALID')) return <InvalidResetLink>{reset.error.message}</InvalidResetLink>

  function handleSubmit(data: FormData) {
    const [newPassword, confirmPassword] = [String(data.get('password')), String(data.get('confirmation'))]
    const confirmation = confirmPassword === newPassword ? undefined : 'As senhas não coincidem'
    const problems = { password: passwordProblem(newPassword), confirmation }
    if (fields.reportErrors(problems)) reset.mutate({ token, newPassword, confirmPassword })
  }

  const isShown = reset.error && !hasCode(reset.error, 'WEAK_PASSWORD')
  return (
    <Form
      fields={fields}
      isBusy={reset.isPending}
      onSubmit={handleSubmit}
      failure={isShown ? errorText(reset.error, 'Erro ao atualizar senha') : undefined}
      submit="Criar nova senha"
      submitSize="large"
      className="flex flex-col gap-4"
    >
      <NewPasswordFields
        password={{ label: 'Nova senha', name: 'password', error: fields.errors.password }}
        confirmation={{ label: 'Confirmar nova senha', name: 'confirmation', error: fields.errors.confirmation }}
        strength={(password) => <PasswordStrength password={password} />}
      />
    </Form>
  )
}

/** Used, expired or incomplete: another email has another link. */
export function InvalidResetLink({ children }: { children: string }) {
  return (
    <div className="flex flex-col gap-4">
      <FormAlert>{children}</FormAlert>
      <div className="text-center">
        <LoginLink to={paths.forgotPassword()}>Pedir outro e-mail</LoginLink>
      </div>
    </div>
  )
}
