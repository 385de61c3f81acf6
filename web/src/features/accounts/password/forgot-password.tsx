import { CODE_RESEND_SECONDS } from '@na-regua/contract/accounts'
import { findConfirmationProblem } from '@na-regua/contract/passwords'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import { emailProblem, passwordProblem } from '../../../lib/form-errors.ts'
import { paths } from '../../../lib/paths.ts'
import { useCountdown } from '../../../lib/relative-time.ts'
import { openSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Form, FormAlert, useFormErrors } from '../../../ui/form.tsx'
import { NewPasswordFields } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { EmailField, forgetTypedEmail, LoginLink, PasswordStrength } from '../login/login-form.tsx'
import { requestPasswordReset, resetPassword, resetPasswordWithLink } from '../queries.ts'
import { codeProblem, type SentCode } from '../rules.ts'
import { OtpField } from '../verification/code-step.tsx'

const SEND_FAILURE = 'Erro ao enviar código de verificação. Tente novamente.'

/** First the email, then the code and the new password. */
export function ForgotPassword() {
  const [sent, setSent] = useState<SentCode>()
  if (!sent) return <RequestForm onSent={setSent} />
  return <ResetForm sent={sent} onSent={setSent} onChangeEmail={() => setSent(undefined)} />
}

function RequestForm({ onSent }: { onSent: (sent: SentCode) => void }) {
  const fields = useFormErrors<'email'>()
  const sending = useMutation({
    mutationFn: requestPasswordReset,
    onSuccess: ({ resendAt }, address) => onSent({ email: address, resendAt }),
  })

  function handleSubmit(data: FormData) {
    const email = String(data.get('email'))
    if (fields.reportErrors({ email: emailProblem(email) })) sending.mutate(email.trim())
  }

  const back = (
    <div className="-my-1 text-center">
      <LoginLink to={paths.login()}>Voltar para a entrada</LoginLink>
    </div>
  )
  return (
    <Form
      fields={fields}
      isBusy={sending.isPending}
      onSubmit={handleSubmit}
      failure={sending.error ? errorText(sending.error, SEND_FAILURE) : undefined}
      submit="Enviar código"
      submitSize="large"
      footer={back}
      className="flex flex-col gap-4"
    >
      <EmailField autoComplete="username" error={fields.errors.email} />
    </Form>
  )
}

type ResetFormProps = { sent: SentCode; onSent: (sent: SentCode) => void; onChangeEmail: () => void }
type Field = 'code' | 'password' | 'confirmation'

function useReset(reportErrors: (errors: Partial<Record<Field, string>>) => void) {
  return useMutation({
    mutationFn: resetPassword,
    onSuccess(session) {
      forgetTypedEmail()
      openSession(session)
      showToast({ tone: 'success', title: 'Senha atualizada com sucesso!' })
    },
    onError(error) {
      if (hasCode(error, 'RESET_CODE_INVALID')) reportErrors({ code: error.message })
      if (hasCode(error, 'WEAK_PASSWORD')) reportErrors({ password: error.message })
    },
  })
}

function describeFailure(error: unknown) {
  if (!error || hasCode(error, 'RESET_CODE_INVALID', 'WEAK_PASSWORD')) return undefined
  return errorText(error, 'Erro ao atualizar senha')
}

function SentTo({ sent, onSent, onChangeEmail }: ResetFormProps) {
  const seconds = useCountdown(sent.resendAt, CODE_RESEND_SECONDS)
  const resending = useMutation({
    mutationFn: requestPasswordReset,
    onSuccess: ({ resendAt }) => onSent({ ...sent, resendAt }),
    onError: (error) => showToast({ tone: 'error', title: errorText(error, SEND_FAILURE) }),
  })
  return (
    <div>
      <p className="text-mute">
        Se existe uma conta com <strong className="font-semibold wrap-anywhere text-ink">{sent.email}</strong>, chega em
        instantes um e-mail com um código, que vale por 10 minutos, e um botão que dispensa o código.
      </p>
      <div className="-mx-2 mt-1 flex flex-wrap justify-between">
        <Button variant="ghost" className="px-2! text-sm!" onClick={onChangeEmail}>
          Trocar e-mail
        </Button>
        <Button
          variant="ghost"
          className="px-2! text-sm!"
          disabled={seconds > 0}
          isBusy={resending.isPending}
          onClick={() => resending.mutate(sent.email)}
        >
          {seconds > 0 ? `Reenviar código em ${seconds} s` : 'Reenviar código'}
        </Button>
      </div>
    </div>
  )
}

function readInput(data: FormData, code: string) {
  const newPassword = String(data.get('password'))
  const confirmPassword = String(data.get('confirmation'))
  const confirmation = findConfirmationProblem(newPassword, confirmPassword)
  const problems = { code: codeProblem(code), password: passwordProblem(newPassword), confirmation }
  return { problems, newPassword, confirmPassword }
}

/** A valid code logs in with the new password; after an invalid one the passwords stay in the form for another attempt. */
function ResetForm(props: ResetFormProps) {
  const [code, setCode] = useState('')
  const fields = useFormErrors<Field>()
  const reset = useReset(fields.reportErrors)

  function handleSubmit(data: FormData) {
    const { problems, ...passwords } = readInput(data, code)
    if (fields.reportErrors(problems)) reset.mutate({ email: props.sent.email, code, ...passwords })
  }

  function handleCode(next: string) {
    setCode(next)
    fields.clearError('code')
  }

  return (
    <Form
      fields={fields}
      isBusy={reset.isPending}
      onSubmit={handleSubmit}
      failure={describeFailure(reset.error)}
      submit="Criar nova senha"
      submitSize="large"
      className="flex flex-col gap-4"
    >
      <SentTo {...props} />
      <input type="hidden" name="username" autoComplete="username" value={props.sent.email} readOnly />
      <OtpField label="Código de 6 dígitos" value={code} onChange={handleCode} error={fields.errors.code} />
      <NewPasswordFields
        password={{ label: 'Nova senha', name: 'password', error: fields.errors.password }}
        confirmation={{ label: 'Confirmar nova senha', name: 'confirmation', error: fields.errors.confirmation }}
        strength={(password) => <PasswordStrength password={password} />}
      />
    </Form>
  )
}

type LinkField = 'password' | 'confirmation'

function useLinkReset(reportErrors: (errors: Partial<Record<LinkField, string>>) => void) {
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
  const fields = useFormErrors<LinkField>()
  const reset = useLinkReset(fields.reportErrors)
  if (hasCode(reset.error, 'LINK_INVALID')) return <InvalidResetLink>{reset.error.message}</InvalidResetLink>

  function handleSubmit(data: FormData) {
    const newPassword = String(data.get('password'))
    const confirmPassword = String(data.get('confirmation'))
    const confirmation = findConfirmationProblem(newPassword, confirmPassword)
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
