import { TERMS_VERSION } from '@na-regua/contract/accounts'
import { privacyApi } from '@na-regua/contract/privacy'
import { MAX_NAME } from '@na-regua/contract/text-limits'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { createStore } from 'zustand'
import { api } from '../../../lib/api.ts'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import { paths } from '../../../lib/paths.ts'
import { openSession } from '../../../lib/session.ts'
import { toWirePhone } from '../../../lib/typed-phone.ts'
import { Button } from '../../../ui/button.tsx'
import { Form, FormAlert, useFormErrors } from '../../../ui/form.tsx'
import { PhoneField } from '../../../ui/phone-field.tsx'
import { RulerLine } from '../../../ui/ruler.tsx'
import { NewPasswordFields, PasswordField, TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { CaptchaField } from '../captcha/captcha-field.tsx'
import { captchaQuery, register, requestLogin } from '../queries.ts'
import { type LoginInput, loginProblems, passwordStrength, type RegisterInput, registerProblems } from '../rules.ts'

/** Opens the session; the page then navigates. */
export function LoginForm() {
  const fields = useFormErrors<keyof LoginInput>()
  const login = useMutation({
    mutationFn: requestLogin,
    onSuccess(session) {
      forgetTypedEmail()
      openSession(session)
      showToast({ tone: 'success', title: 'Login realizado com sucesso!' })
    },
  })

  function handleSubmit(data: FormData) {
    const input = { email: String(data.get('email')).trim(), password: String(data.get('password')) }
    if (fields.reportErrors(loginProblems(input))) login.mutate(input)
  }

  return (
    <Form
      fields={fields}
      isBusy={login.isPending}
      onSubmit={handleSubmit}
      failure={login.error ? errorText(login.error, 'Erro interno do sistema') : undefined}
      actions={
        <UndoDeletionNotice error={login.error} onUndone={() => login.variables && login.mutate(login.variables)} />
      }
      submit="Entrar"
      submitSize="large"
      className="flex flex-col gap-4"
    >
      <EmailField autoComplete="username" error={fields.errors.email} />
      <PasswordField label="Senha" name="password" autoComplete="current-password" error={fields.errors.password} />
      <div className="-mx-2 -my-2 text-right">
        <LoginLink to={paths.forgotPassword()}>Esqueci minha senha</LoginLink>
      </div>
    </Form>
  )
}

/** Only in memory: the email is personal, and the HTML of the server has none. */
const store = createStore<{ typedEmail: string }>(() => ({ typedEmail: '' }))

/** Empties the email of the next form of the login page. */
export const forgetTypedEmail = () => store.setState({ typedEmail: '' })

type EmailFieldProps = Pick<ComponentProps<typeof TextField>, 'autoComplete' | 'error'>

/** What was typed in one form of the login page is there in the others. */
export function EmailField(props: EmailFieldProps) {
  const { state } = useLocation()
  return (
    <TextField
      {...props}
      label="E-mail"
      name="email"
      type="email"
      enterKeyHint="next"
      defaultValue={store.getState().typedEmail || Object(state).email}
      onInput={(event) => store.setState({ typedEmail: event.currentTarget.value })}
    />
  )
}

/** Offers to cancel the deletion of an account at its login; `onUndone` then logs in again. */
export function UndoDeletionNotice({ error, onUndone }: { error: Error | null; onUndone: () => void }) {
  const undoing = useMutation({
    mutationFn: (token: string) => api(privacyApi.undoDeletion, { body: { token } }),
    onSuccess: onUndone,
  })
  if (!hasCode(error, 'ACCOUNT_LEAVING')) return null
  const token = String(error.details.undoToken)
  return (
    <>
      <FormAlert>{undoing.error ? errorText(undoing.error, 'Tente novamente.') : undefined}</FormAlert>
      <Button variant="ink" size="large" isWide isBusy={undoing.isPending} onClick={() => undoing.mutate(token)}>
        Ficar com a minha conta
      </Button>
    </>
  )
}

/** A link between the screens of the login page; it keeps the page to return to (`from`). */
export function LoginLink({ to, children }: { to: string; children: string }) {
  const { state } = useLocation()
  return (
    <Link
      to={to}
      state={state}
      className="inline-flex min-h-11 items-center rounded-small px-2 text-sm font-semibold text-navy underline-offset-4 hover:underline"
    >
      {children}
    </Link>
  )
}

function readInput(data: FormData): RegisterInput {
  const text = (name: string) => String(data.get(name) ?? '')
  return {
    name: text('name').trim(),
    email: text('email').trim(),
    phone: toWirePhone(text('phone')),
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
      <TextField label="Nome" name="name" autoComplete="name" maxLength={MAX_NAME} error={errors.name} />
      <EmailField autoComplete="email" error={errors.email} />
      {isTaken && (
        <div className="-mx-2 -my-3">
          <LoginLink to={paths.login()}>Entrar com este e-mail</LoginLink>
        </div>
      )}
      <PhoneField label="Telefone (opcional)" name="phone" autoComplete="tel" error={errors.phone} />
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

/** A ruler that shows the strength of a new password. */
export function PasswordStrength({ password }: { password: string }) {
  const { steps, text } = passwordStrength(password)
  return (
    <span className="grid grid-cols-[5rem_1fr] items-center gap-3">
      <RulerLine steps={7} done={password ? steps : 0} />
      <span>{text}</span>
    </span>
  )
}
