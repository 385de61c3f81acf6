import { TERMS_VERSION } from '@na-regua/contract/accounts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '../../../app/paths.ts'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import { openSession } from '../../../lib/session.ts'
import { Form, useFormErrors } from '../../../ui/form.tsx'
import { PhoneField } from '../../../ui/phone-field.tsx'
import { NewPasswordFields, TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { CaptchaField } from '../captcha/captcha-field.tsx'
import { PasswordStrength } from '../password/link-reset.tsx'
import { captchaQuery, register } from '../queries.ts'
import { onlyDigits, type RegisterInput, registerProblems } from '../rules.ts'
import { EmailField, forgetTypedEmail, LoginLink } from './login-form.tsx'

function readInput(data: FormData): RegisterInput {
  const text = (name: string) => String(data.get(name) ?? '')
  return {
    name: text('name').trim(),
    email: text('email').trim(),
    phone: onlyDigits(text('phone')),
    password: text('password'),
    confirmation: text('confirmation'),
  }
}

/** Creates the account and opens its session. A rejected registration has used up its captcha: the next one needs another. */
function useRegister(reportErrors: (errors: { email?: string; password?: string }) => void) {
  const [token, setToken] = useState<string>()
  const [captchaRound, setCaptchaRound] = useState(0)
  const registration = useMutation({
    mutationFn: register,
    onSuccess(session) {
      forgetTypedEmail()
      openSession(session)
      showToast({ tone: 'success', title: 'Cadastro realizado com sucesso!' })
    },
    onError(error) {
      if (hasCode(error, 'EMAIL_TAKEN')) reportErrors({ email: error.message })
      if (hasCode(error, 'WEAK_PASSWORD')) reportErrors({ password: error.message })
      if (hasCode(error, 'WEAK_PASSWORD', 'INVALID_INPUT')) return
      setToken(undefined)
      setCaptchaRound((round) => round + 1)
    },
  })
  return { registration, token, setToken, captchaRound }
}

/** The error that belongs to no single field. */
function describeFailure(error: unknown) {
  if (!error || hasCode(error, 'EMAIL_TAKEN', 'WEAK_PASSWORD')) return undefined
  return errorText(error, 'Erro ao criar conta')
}

type RegisterFieldsProps = {
  errors: Partial<Record<keyof RegisterInput, string>>
  /** The email has an account: its login has the email already. */
  isTaken: boolean
}

function RegisterFields({ errors, isTaken }: RegisterFieldsProps) {
  return (
    <>
      <TextField label="Nome" name="name" autoComplete="name" maxLength={120} error={errors.name} />
      <EmailField autoComplete="email" error={errors.email} />
      {isTaken && (
        <div className="-mx-2 -my-3">
          <LoginLink to={paths.login()}>Entrar com este e-mail</LoginLink>
        </div>
      )}
      <PhoneField label="Telefone (opcional)" name="phone" autoComplete="tel-national" error={errors.phone} />
      <NewPasswordFields
        password={{ label: 'Senha', name: 'password', error: errors.password }}
        confirmation={{ label: 'Confirmar senha', name: 'confirmation', error: errors.confirmation }}
        strength={(password) => <PasswordStrength password={password} />}
      />
    </>
  )
}

function listProblems(input: RegisterInput, isSolved: boolean) {
  return { ...registerProblems(input), captcha: isSolved ? undefined : 'Complete o captcha para continuar.' }
}

export function RegisterForm() {
  const fields = useFormErrors<keyof RegisterInput | 'captcha'>()
  const { data: captcha } = useQuery(captchaQuery)
  const { registration, token, setToken, captchaRound } = useRegister(fields.reportErrors)

  function handleCaptcha(solved: string | undefined) {
    setToken(solved)
    if (solved) fields.clearError('captcha')
  }

  function handleSubmit(data: FormData) {
    const input = readInput(data)
    const isSolved = captcha?.provider === 'off' || token !== undefined
    if (!fields.reportErrors(listProblems(input, isSolved))) return
    const { name, email, phone, password } = input
    const evidence = { recaptchaToken: token, acceptedTerms: TERMS_VERSION } as const
    registration.mutate({ name, email, password, phone: phone || undefined, ...evidence })
  }

  return (
    <Form
      fields={fields}
      isBusy={registration.isPending}
      onSubmit={handleSubmit}
      failure={describeFailure(registration.error)}
      submit="Cadastrar"
      submitSize="large"
      className="flex flex-col gap-4"
    >
      <RegisterFields errors={fields.errors} isTaken={hasCode(registration.error, 'EMAIL_TAKEN')} />
      <CaptchaField key={captchaRound} onChange={handleCaptcha} error={fields.errors.captcha} />
    </Form>
  )
}
