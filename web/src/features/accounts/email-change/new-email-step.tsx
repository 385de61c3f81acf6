import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { emailProblem } from '../../../lib/email-problem.ts'
import { errorText, hasCode } from '../../../lib/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { FormAlert } from '../../../ui/form-alert.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useFormErrors } from '../../../ui/use-form-errors.ts'
import type { Sent } from '../verification/rules.ts'
import { useCountdown } from '../verification/use-countdown.ts'
import { sendChangeCode } from './queries.ts'

type NewEmailStepProps = {
  /** The last letter, when the address is being mended after it. */
  sent: Sent | undefined
  /** With the password, when it was asked for. */
  onSent: (sent: Sent, password: string | undefined) => void
  onBack: () => void
}

function problemsOf(newEmail: string, currentPassword: string | undefined) {
  return {
    newEmail: newEmail ? emailProblem(newEmail) : 'Por favor, informe um novo email',
    currentPassword: currentPassword === '' ? 'Por favor, informe sua senha' : undefined,
  }
}

type Field = 'newEmail' | 'currentPassword'

/** Asks for the letter; the server says when the login is too old, and then the password is asked for, too. */
function useSendCode(onSent: NewEmailStepProps['onSent'], report: (errors: Partial<Record<Field, string>>) => void) {
  const [isPasswordAsked, setPasswordAsked] = useState(false)
  const [lockedUntil, setLockedUntil] = useState<string>()
  const sending = useMutation({
    mutationFn: sendChangeCode,
    onSuccess: ({ resendAt }, { newEmail, currentPassword }) => onSent({ email: newEmail, resendAt }, currentPassword),
    onError(error) {
      if (hasCode(error, 'RECENT_LOGIN_REQUIRED')) setPasswordAsked(true)
      if (hasCode(error, 'WRONG_PASSWORD')) report({ currentPassword: error.message })
      if (hasCode(error, 'EMAIL_UNCHANGED')) report({ newEmail: error.message })
      if (hasCode(error, 'CODE_TOO_SOON')) setLockedUntil(String(error.details.resendAt))
    },
  })
  const isSaid = hasCode(sending.error, 'RECENT_LOGIN_REQUIRED', 'WRONG_PASSWORD', 'EMAIL_UNCHANGED')
  const failure =
    sending.error && !isSaid ? errorText(sending.error, 'Erro ao enviar código de verificação') : undefined
  return { sending, isPasswordAsked, lockedUntil, failure }
}

type FieldsProps = { email: string | undefined; errors: Partial<Record<Field, string>>; isPasswordAsked: boolean }

function Fields({ email, errors, isPasswordAsked }: FieldsProps) {
  return (
    <>
      <TextField
        label="Novo e-mail"
        name="newEmail"
        type="email"
        autoComplete="email"
        defaultValue={email}
        error={errors.newEmail}
        hint="Enviaremos um código de 6 dígitos para lá. O endereço atual recebe um aviso."
      />
      {isPasswordAsked && (
        <PasswordField
          label="Sua senha"
          name="currentPassword"
          error={errors.currentPassword}
          hint="Você entrou há algum tempo: confirme que é você."
          autoFocus
        />
      )}
    </>
  )
}

export function NewEmailStep({ sent, onSent, onBack }: NewEmailStepProps) {
  const { form, errors, reportErrors, handleInput } = useFormErrors<Field>()
  const { sending, isPasswordAsked, lockedUntil, failure } = useSendCode(onSent, reportErrors)
  const seconds = useCountdown(lockedUntil ?? sent?.resendAt)

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const newEmail = String(data.get('newEmail')).trim()
    const currentPassword = isPasswordAsked ? String(data.get('currentPassword')) : undefined
    if (sending.isPending || seconds > 0 || !reportErrors(problemsOf(newEmail, currentPassword))) return
    sending.mutate({ newEmail, currentPassword })
  }

  return (
    <form ref={form} method="post" noValidate onSubmit={handleSubmit} onInput={handleInput} className="grid gap-4">
      <Fields email={sent?.email} errors={errors} isPasswordAsked={isPasswordAsked} />
      <FormAlert>{failure}</FormAlert>
      <Button type="submit" isWide isBusy={sending.isPending} disabled={seconds > 0}>
        {seconds > 0 ? `Enviar código em ${seconds} s` : 'Enviar código'}
      </Button>
      {sent && (
        <Button variant="ghost" isWide onClick={onBack}>
          Já tenho o código
        </Button>
      )}
    </form>
  )
}
