import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { paths } from '../../../app/paths.ts'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import { emailProblem } from '../../../lib/email-problem.ts'
import { openSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { FormAlert, useFormErrors } from '../../../ui/form.tsx'
import { OtpField } from '../../../ui/otp-field.tsx'
import { NewPasswordFields, TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { QuietLink } from '../login/login-form.tsx'
import { askReset, resetPassword } from '../queries.ts'
import { codeProblem, passwordProblem, type Sent } from '../rules.ts'
import { useCountdown } from '../verification/use-countdown.ts'
import { PasswordStrength } from './password-strength.tsx'

/** E-mail, then code and new password. */
export function ForgotPassword() {
  const [sent, setSent] = useState<Sent>()
  const [email, setEmail] = useState('')
  if (!sent) return <AskForm email={email} onEmail={setEmail} onSent={setSent} />
  return <ResetForm sent={sent} onSent={setSent} onChangeEmail={() => setSent(undefined)} />
}

type AskFormProps = { email: string; onEmail: (email: string) => void; onSent: (sent: Sent) => void }

const failure = 'Erro ao enviar código de verificação. Tente novamente.'

function AskForm({ email, onEmail, onSent }: AskFormProps) {
  const { form, errors, reportErrors, handleInput } = useFormErrors<'email'>()
  const asking = useMutation({
    mutationFn: askReset,
    onSuccess: ({ resendAt }, address) => onSent({ email: address, resendAt }),
  })

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (!asking.isPending && reportErrors({ email: emailProblem(email) })) asking.mutate(email.trim())
  }

  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={handleSubmit}
      onInput={handleInput}
      className="flex flex-col gap-4"
    >
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        value={email}
        onChange={(event) => onEmail(event.target.value)}
        error={errors.email}
      />
      <FormAlert>{asking.error ? errorText(asking.error, failure) : undefined}</FormAlert>
      <Button type="submit" size="large" isWide isBusy={asking.isPending}>
        Enviar código
      </Button>
      <div className="-my-1 text-center">
        <QuietLink to={paths.login()}>Voltar para a entrada</QuietLink>
      </div>
    </form>
  )
}

type ResetFormProps = { sent: Sent; onSent: (sent: Sent) => void; onChangeEmail: () => void }
type Field = 'code' | 'password' | 'confirmation'
type Errors = Partial<Record<Field, string>>

function useReset(reportErrors: (errors: Errors) => void) {
  return useMutation({
    mutationFn: resetPassword,
    onSuccess(session) {
      openSession(session)
      showToast({ tone: 'success', title: 'Senha atualizada com sucesso!' })
    },
    onError(error) {
      if (hasCode(error, 'RESET_CODE_INVALID')) reportErrors({ code: error.message })
      if (hasCode(error, 'WEAK_PASSWORD')) reportErrors({ password: error.message })
    },
  })
}

function alertOf(error: unknown) {
  if (!error || hasCode(error, 'RESET_CODE_INVALID', 'WEAK_PASSWORD')) return undefined
  return errorText(error, 'Erro ao atualizar senha')
}

function SentTo({ sent, onSent, onChangeEmail }: ResetFormProps) {
  const seconds = useCountdown(sent.resendAt)
  const again = useMutation({
    mutationFn: askReset,
    onSuccess: ({ resendAt }) => onSent({ ...sent, resendAt }),
    onError: (error) =>
      showToast({ tone: 'error', title: errorText(error, 'Erro ao enviar código de verificação. Tente novamente.') }),
  })
  return (
    <div>
      <p className="text-mute">
        Se existe uma conta com <strong className="font-semibold wrap-anywhere text-ink">{sent.email}</strong>, o código
        chega em instantes. Ele vale por 10 minutos.
      </p>
      <div className="-mx-2 mt-1 flex flex-wrap justify-between">
        <Button variant="ghost" className="px-2! text-sm!" onClick={onChangeEmail}>
          Trocar e-mail
        </Button>
        <Button
          variant="ghost"
          className="px-2! text-sm!"
          disabled={seconds > 0}
          isBusy={again.isPending}
          onClick={() => again.mutate(sent.email)}
        >
          {seconds > 0 ? `Reenviar código em ${seconds} s` : 'Reenviar código'}
        </Button>
      </div>
    </div>
  )
}

function readInput(form: HTMLFormElement, code: string) {
  const data = new FormData(form)
  const [newPassword, confirmPassword] = [String(data.get('password')), String(data.get('confirmation'))]
  const confirmation = confirmPassword === newPassword ? undefined : 'As senhas não coincidem'
  const problems = { code: codeProblem(code), password: passwordProblem(newPassword), confirmation }
  return { problems, newPassword, confirmPassword }
}

/** A right code opens the account with the new password; a wrong one leaves the passwords standing for another try. */
function ResetForm(props: ResetFormProps) {
  const [code, setCode] = useState('')
  const { form, errors, reportErrors, clearError, handleInput } = useFormErrors<Field>()
  const reset = useReset(reportErrors)

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { problems, ...passwords } = readInput(event.currentTarget, code)
    if (!reset.isPending && reportErrors(problems)) reset.mutate({ email: props.sent.email, code, ...passwords })
  }

  function handleCode(next: string) {
    setCode(next)
    clearError('code')
  }

  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={handleSubmit}
      onInput={handleInput}
      className="flex flex-col gap-4"
    >
      <SentTo {...props} />
      <input type="hidden" name="username" autoComplete="username" value={props.sent.email} readOnly />
      <OtpField label="Código de 6 dígitos" value={code} onChange={handleCode} error={errors.code} />
      <NewPasswordFields
        password={{ label: 'Nova senha', name: 'password', error: errors.password }}
        confirmation={{ label: 'Confirmar nova senha', name: 'confirmation', error: errors.confirmation }}
        strength={(password) => <PasswordStrength password={password} />}
      />
      <FormAlert>{alertOf(reset.error)}</FormAlert>
      <Button type="submit" size="large" isWide isBusy={reset.isPending}>
        Criar nova senha
      </Button>
    </form>
  )
}
