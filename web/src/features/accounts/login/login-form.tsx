import { privacyApi } from '@na-regua/contract/privacy'
import { useMutation } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { api } from '../../../lib/api.ts'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import { openSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Form, FormAlert, useFormErrors } from '../../../ui/form.tsx'
import { PasswordField, TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { requestLogin } from '../queries.ts'
import { type LoginInput, loginProblems } from '../rules.ts'

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
        <UndoDeletionOffer error={login.error} onUndone={() => login.variables && login.mutate(login.variables)} />
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

// Only in memory: the email is personal, and the HTML of the server has none.
let typedEmail = ''

/** The email of the next form of the login page is empty again. */
export function forgetTypedEmail() {
  typedEmail = ''
}

type EmailFieldProps = Pick<ComponentProps<typeof TextField>, 'autoComplete' | 'error'>

/** What was typed in one form of the login page is there in the others. */
export function EmailField(props: EmailFieldProps) {
  const { state } = useLocation()
  function handleInput(email: string) {
    typedEmail = email
  }

  return (
    <TextField
      {...props}
      label="E-mail"
      name="email"
      type="email"
      enterKeyHint="next"
      defaultValue={typedEmail || Object(state).email}
      onInput={(event) => handleInput(event.currentTarget.value)}
    />
  )
}

/** Offers to cancel the deletion of an account at its login; `onUndone` then logs in again. */
export function UndoDeletionOffer({ error, onUndone }: { error: Error | null; onUndone: () => void }) {
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
