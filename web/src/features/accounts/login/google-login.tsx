import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import { paths } from '../../../lib/paths.ts'
import { openSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Form, FormAlert, useFormErrors } from '../../../ui/form.tsx'
import { PasswordField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { exchangeGoogleCode, linkGoogle, startGoogle } from '../queries.ts'
import { parseReturnPath, readGoogleResult, storedSignIn } from '../rules.ts'
import { LoginLink, UndoDeletionNotice } from './login-form.tsx'

export function GoogleButton() {
  const { mutate: start, isPending } = useGoogleStart()
  return (
    <Button variant="outline" size="large" isWide isBusy={isPending} onClick={() => start()}>
      {!isPending && <GoogleLogo />}
      Entrar com Google
    </Button>
  )
}

/** Redirects to Google; the page to return to is stored in this tab. */
function useGoogleStart() {
  const { state } = useLocation()
  return useMutation({
    mutationFn: startGoogle,
    onSuccess({ url, secret }) {
      const isStored = storedSignIn.write({ secret, from: parseReturnPath(state) })
      if (!isStored) throw new Error('the browser blocks session storage')
      window.location.assign(url)
    },
    onError: () => showToast({ tone: 'error', title: 'Erro ao fazer login com Google' }),
  })
}

/** Decorative: the text beside it is its name. */
function GoogleLogo() {
  return (
    <svg viewBox="0 0 24 24" fill="none" strokeWidth="4" aria-hidden="true" className="size-5 shrink-0">
      <path d="M18.4 7.2A8 8 0 0 0 5.1 8" stroke="#ea4335" />
      <path d="M5.1 8a8 8 0 0 0 0 8" stroke="#fbbc05" />
      <path d="M5.1 16a8 8 0 0 0 12.2 2" stroke="#34a853" />
      <path d="M17.3 18A8 8 0 0 0 20 12h-8" stroke="#4285f4" />
    </svg>
  )
}

const FAILURE = 'Erro ao fazer login com Google'
const SUCCESS = 'Login com Google realizado com sucesso!'

/** A verified Google identity that still needs the password of the account with its email. */
type PendingLink = { linkToken: string; email: string }

function readLink(error: unknown): PendingLink | undefined {
  if (!hasCode(error, 'GOOGLE_LINK_REQUIRED')) return undefined
  return { linkToken: String(error.details.linkToken), email: String(error.details.email) }
}

/** Details for the errors about which the user can do something. */
function describeDetails(error: unknown) {
  return hasCode(error, 'GOOGLE_EMAIL_UNVERIFIED', 'GOOGLE_OTHER_ACCOUNT', 'TOO_MANY_REQUESTS')
    ? error.message
    : undefined
}

/** On the login page: handles the redirect back from Google and removes its result from the URL at once. */
export function useGoogleReturn() {
  const navigate = useNavigate()
  const wasHandled = useRef(false)
  const exchange = useMutation({
    mutationFn: exchangeGoogleCode,
    onSuccess(session) {
      openSession(session)
      showToast({ tone: 'success', title: SUCCESS })
    },
    onError(error) {
      if (!readLink(error) && !hasCode(error, 'ACCOUNT_LEAVING'))
        showToast({ tone: 'error', title: FAILURE, text: describeDetails(error) })
    },
  })
  const { mutate } = exchange

  useEffect(() => {
    const result = readGoogleResult(window.location.hash)
    if (result.kind === 'nothing' || wasHandled.current) return
    wasHandled.current = true
    const signIn = storedSignIn.take()
    void navigate(paths.login(), { replace: true, state: { from: signIn?.from } })
    if (result.kind === 'code' && signIn) mutate({ code: result.code, secret: signIn.secret })
    else if (result.kind !== 'cancelled') showToast({ tone: 'error', title: FAILURE })
  }, [navigate, mutate])

  const { error, isPending, reset } = exchange
  return {
    isEntering: isPending,
    link: readLink(error),
    /** Set when the account is about to be deleted and the deletion can be undone. */
    deletionError: hasCode(error, 'ACCOUNT_LEAVING') ? error : undefined,
    cancel: reset,
  }
}

function describeLinkError(error: unknown) {
  if (!error) return undefined
  return hasCode(error, 'INVALID_CREDENTIALS')
    ? 'Senha incorreta. Tente novamente.'
    : errorText(error, 'Erro interno do sistema')
}

/** The account has a password: entering it once links Google to the account. */
export function LinkForm({ link, onCancel }: { link: PendingLink; onCancel: () => void }) {
  const fields = useFormErrors<'password'>()
  const linking = useMutation({
    mutationFn: linkGoogle,
    onSuccess(session) {
      openSession(session)
      showToast({ tone: 'success', title: SUCCESS })
    },
  })

  function handleSubmit(data: FormData) {
    const password = String(data.get('password'))
    const problem = password ? undefined : 'Por favor, informe sua senha'
    if (fields.reportErrors({ password: problem })) linking.mutate({ linkToken: link.linkToken, password })
  }

  return (
    <Form
      fields={fields}
      isBusy={linking.isPending}
      onSubmit={handleSubmit}
      failure={describeLinkError(linking.error)}
      actions={
        <UndoDeletionNotice
          error={linking.error}
          onUndone={() => linking.variables && linking.mutate(linking.variables)}
        />
      }
      submit="Entrar e ligar ao Google"
      submitSize="large"
      footer={<LinkFormFooter onCancel={onCancel} />}
      className="flex flex-col gap-4"
    >
      <input type="hidden" name="username" autoComplete="username" value={link.email} readOnly />
      <PasswordField label="Senha" name="password" autoComplete="current-password" error={fields.errors.password} />
    </Form>
  )
}

function LinkFormFooter({ onCancel }: { onCancel: () => void }) {
  return (
    <div className="-mx-2 flex flex-wrap justify-between">
      <Button variant="ghost" className="px-2! text-sm!" onClick={onCancel}>
        Agora não
      </Button>
      <LoginLink to={paths.forgotPassword()}>Esqueci minha senha</LoginLink>
    </div>
  )
}

/** Google opened an account that is about to be deleted. Undoing that needs another redirect: the first code is used up. */
export function UndoGoogleDeletion({ error, onCancel }: { error: Error; onCancel: () => void }) {
  const { mutate: start } = useGoogleStart()
  return (
    <div className="flex flex-col gap-4">
      <FormAlert>{error.message}</FormAlert>
      <UndoDeletionNotice error={error} onUndone={() => start()} />
      <Button variant="ghost" onClick={onCancel}>
        Agora não
      </Button>
    </div>
  )
}
