import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { paths } from '../../../app/paths.ts'
import { errorText, hasCode } from '../../../lib/error-text.ts'
import { openSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { FormAlert } from '../../../ui/form-alert.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { useFormErrors } from '../../../ui/use-form-errors.ts'
import { LeavingOffer } from '../login/leaving-offer.tsx'
import { QuietLink } from '../login/quiet-link.tsx'
import { linkGoogle } from './queries.ts'
import type { WaitingLink } from './use-google-return.ts'

function wordsOf(error: unknown) {
  if (!error) return undefined
  return hasCode(error, 'INVALID_CREDENTIALS')
    ? 'Senha incorreta. Tente novamente.'
    : errorText(error, 'Erro interno do sistema')
}

function useLinking() {
  return useMutation({
    mutationFn: linkGoogle,
    onSuccess(session) {
      openSession(session)
      showToast({ tone: 'success', title: 'Login com Google realizado com sucesso!' })
    },
  })
}

/** The account has a password: given once, it lets Google open the account from now on. */
export function LinkForm({ link, onCancel }: { link: WaitingLink; onCancel: () => void }) {
  const { form, errors, reportErrors, handleInput } = useFormErrors<'password'>()
  const linking = useLinking()

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password'))
    const problem = password ? undefined : 'Por favor, informe sua senha'
    if (!linking.isPending && reportErrors({ password: problem }))
      linking.mutate({ linkToken: link.linkToken, password })
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
      <input type="hidden" name="username" autoComplete="username" value={link.email} readOnly />
      <PasswordField label="Senha" name="password" autoComplete="current-password" error={errors.password} />
      <FormAlert>{wordsOf(linking.error)}</FormAlert>
      <LeavingOffer error={linking.error} onKept={() => linking.variables && linking.mutate(linking.variables)} />
      <Button type="submit" size="large" isWide isBusy={linking.isPending}>
        Entrar e ligar ao Google
      </Button>
      <div className="-mx-2 flex flex-wrap justify-between">
        <Button variant="ghost" className="px-2! text-sm!" onClick={onCancel}>
          Agora não
        </Button>
        <QuietLink to={paths.forgotPassword()}>Esqueci minha senha</QuietLink>
      </div>
    </form>
  )
}
