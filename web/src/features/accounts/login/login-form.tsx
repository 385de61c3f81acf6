import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { paths } from '../../../app/paths.ts'
import { errorText } from '../../../lib/error-text.ts'
import { openSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { FormAlert } from '../../../ui/form-alert.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { useFormErrors } from '../../../ui/use-form-errors.ts'
import { logIn } from '../queries.ts'
import { LeavingOffer } from './leaving-offer.tsx'
import { QuietLink } from './quiet-link.tsx'
import { type LoginInput, loginProblems } from './rules.ts'

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
