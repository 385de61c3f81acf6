import { privacyApi } from '@na-regua/contract/privacy'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { api } from '../../../lib/api.ts'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import { openSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { FormAlert, useFormErrors } from '../../../ui/form.tsx'
import { PasswordField, TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { logIn } from '../queries.ts'
import { type LoginInput, loginProblems } from '../rules.ts'

function readInput(form: HTMLFormElement): LoginInput {
  const data = new FormData(form)
  return { email: String(data.get('email')).trim(), password: String(data.get('password')) }
}

/** Opens the session; the page then leads on. */
export function LoginForm() {
  const { form, errors, reportErrors, handleInput } = useFormErrors<keyof LoginInput>()
  const login = useMutation({
    mutationFn: logIn,
    onSuccess(session) {
      openSession(session)
      showToast({ tone: 'success', title: 'Login realizado com sucesso!' })
    },
  })

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const input = readInput(event.currentTarget)
    if (!login.isPending && reportErrors(loginProblems(input))) login.mutate(input)
  }

  return (
    // By post, so that a password typed before the page came alive never lands in an address.
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={handleSubmit}
      onInput={handleInput}
      className="flex flex-col gap-4"
    >
      <TextField label="E-mail" name="email" type="email" autoComplete="username" error={errors.email} />
      <PasswordField label="Senha" name="password" autoComplete="current-password" error={errors.password} />
      <div className="-mx-2 -my-2 text-right">
        <QuietLink to={paths.forgotPassword()}>Esqueci minha senha</QuietLink>
      </div>
      <FormAlert>{login.error ? errorText(login.error, 'Erro interno do sistema') : undefined}</FormAlert>
      <LeavingOffer error={login.error} onKept={() => login.variables && login.mutate(login.variables)} />
      <Button type="submit" size="large" isWide isBusy={login.isPending}>
        Entrar
      </Button>
    </form>
  )
}

/** Whoever logs in to an account that is being deleted may keep it; `onKept` then logs in again. */
export function LeavingOffer({ error, onKept }: { error: Error | null; onKept: () => void }) {
  const keeping = useMutation({
    mutationFn: (token: string) => api(privacyApi.undoDeletion, { body: { token } }),
    onSuccess: onKept,
  })
  if (!hasCode(error, 'ACCOUNT_LEAVING')) return null
  const token = String(error.details.undoToken)
  return (
    <>
      <FormAlert>{keeping.error ? errorText(keeping.error, 'Tente novamente.') : undefined}</FormAlert>
      <Button variant="ink" size="large" isWide isBusy={keeping.isPending} onClick={() => keeping.mutate(token)}>
        Ficar com a minha conta
      </Button>
    </>
  )
}

/** Between the screens of the login; the way back (`from`) travels along. */
export function QuietLink({ to, children }: { to: string; children: string }) {
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
