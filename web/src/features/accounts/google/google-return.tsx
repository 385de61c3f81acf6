import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../../app/paths.ts'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import { openSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { FormAlert, useFormErrors } from '../../../ui/form.tsx'
import { PasswordField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { LeavingOffer, QuietLink } from '../login/login-form.tsx'
import { enterWithGoogle, linkGoogle } from '../queries.ts'
import { useGoogleStart } from './google-button.tsx'
import { readTold, takeVisit } from './rules.ts'

const failure = 'Erro ao fazer login com Google'

/** A proved identity that still needs the password of the account with its address. */
type WaitingLink = { linkToken: string; email: string }

function readLink(error: unknown): WaitingLink | undefined {
  if (!hasCode(error, 'GOOGLE_LINK_REQUIRED')) return undefined
  return { linkToken: String(error.details.linkToken), email: String(error.details.email) }
}

/** What a refusal says beyond the specification's sentence, where the person can do something about it. */
function explain(error: unknown) {
  return hasCode(error, 'GOOGLE_EMAIL_UNVERIFIED', 'GOOGLE_OTHER_ACCOUNT', 'TOO_MANY_REQUESTS')
    ? error.message
    : undefined
}

/** On the login page: takes up what the way back from Google brought, and clears it from the address at once. */
export function useGoogleReturn() {
  const navigate = useNavigate()
  const wasRead = useRef(false)
  const entrance = useMutation({
    mutationFn: enterWithGoogle,
    onSuccess(session) {
      openSession(session)
      showToast({ tone: 'success', title: 'Login com Google realizado com sucesso!' })
    },
    onError(error) {
      if (!readLink(error) && !hasCode(error, 'ACCOUNT_LEAVING'))
        showToast({ tone: 'error', title: failure, text: explain(error) })
    },
  })
  const { mutate } = entrance

  useEffect(() => {
    const told = readTold(window.location.hash)
    if (told.kind === 'nothing' || wasRead.current) return
    wasRead.current = true
    const visit = takeVisit()
    void navigate(paths.login(), { replace: true, state: { from: visit?.from } })
    if (told.kind === 'code' && visit) mutate({ code: told.code, secret: visit.secret })
    else if (told.kind !== 'cancelled') showToast({ tone: 'error', title: failure })
  }, [navigate, mutate])

  const { error, isPending, reset } = entrance
  return {
    isEntering: isPending,
    link: readLink(error),
    /** The account waits to be deleted, and may be kept. */
    leaving: hasCode(error, 'ACCOUNT_LEAVING') ? error : undefined,
    giveUp: reset,
  }
}

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

type LeavingChoiceProps = { error: Error; onCancel: () => void }

/** Google opened an account that is being deleted. Whoever keeps it goes to Google once more: what proved him is spent. */
export function LeavingChoice({ error, onCancel }: LeavingChoiceProps) {
  const { mutate: start } = useGoogleStart()
  return (
    <div className="flex flex-col gap-4">
      <FormAlert>{error.message}</FormAlert>
      <LeavingOffer error={error} onKept={() => start()} />
      <Button variant="ghost" onClick={onCancel}>
        Agora não
      </Button>
    </div>
  )
}
