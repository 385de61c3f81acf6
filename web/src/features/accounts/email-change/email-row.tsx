import type { Session, User } from '@na-regua/contract/accounts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import { emailProblem } from '../../../lib/email-problem.ts'
import { openSession } from '../../../lib/session.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormAlert, useFormErrors } from '../../../ui/form.tsx'
import { PasswordField, TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { ProfileFact } from '../profile/identity-section.tsx'
import { sendChangeCode, verifyEmailChange } from '../queries.ts'
import { isGoogleManaged, type Sent } from '../rules.ts'
import { CodeStep } from '../verification/code-step.tsx'
import { useCountdown } from '../verification/use-countdown.ts'

/** The address is read here and changed in its panel only. */
export function EmailRow({ user }: { user: User }) {
  // The address that the panel was opened for: with another one it begins anew, closed, and gives the focus back to its button.
  const [openFor, setOpenFor] = useState<string>()
  const isManaged = isGoogleManaged(user)
  const change = (
    <Button variant="outline" onClick={() => setOpenFor(user.email)}>
      Alterar
    </Button>
  )
  return (
    <>
      <ProfileFact label="E-mail" action={isManaged ? undefined : change}>
        {user.email} {!user.isEmailVerified && <Badge tone="brass">Não confirmado</Badge>}
      </ProfileFact>

      {isManaged && <p className="mt-2 text-sm text-mute">Email gerenciado pelo Google. Não é possível alterar.</p>}
      <EmailChangeDialog key={user.email} isOpen={openFor === user.email} onClose={() => setOpenFor(undefined)} />
    </>
  )
}

const hint = 'Se ele não chegar, confira o endereço e o spam: para um e-mail que já tem conta nenhum código é enviado.'

const tellCodeSent = () => showToast({ tone: 'success', title: 'Código de verificação enviado para o seu novo email' })

/** What the code of the second step is for. Another one may have to be asked for with the password, as the first one was. */
function changePurpose(currentPassword: string | undefined) {
  return {
    send: async (newEmail: string) => {
      const answer = await sendChangeCode({ newEmail, currentPassword })
      tellCodeSent()
      return answer
    },
    verify: ({ email, code }: { email: string; code: string }) =>
      verifyEmailChange({ newEmail: email, verificationCode: code }),
    sendFailure: 'Erro ao enviar código de verificação',
    verifyFailure: 'Código de verificação inválido',
    emptyCode: 'Por favor, preencha todos os campos',
  }
}

type DialogProps = { isOpen: boolean; onClose: () => void }

/** The panel of two steps: the new address, then the code that was sent there. */
function EmailChangeDialog({ isOpen, onClose }: DialogProps) {
  // Outlives closing: the letter is on its way, and opening again leads to its code.
  const [sent, setSent] = useState<Sent>()
  const [isMending, setMending] = useState(false)
  const [password, setPassword] = useState<string>()
  const purpose = changePurpose(password)

  function handleSent(next: Sent, confirmed: string | undefined) {
    tellCodeSent()
    setPassword(confirmed)
    setSent(next)
    setMending(false)
  }

  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Alterar e-mail">
      {sent && !isMending ? (
        <CodeStep
          purpose={purpose}
          sent={sent}
          onSent={setSent}
          onChangeEmail={() => setMending(true)}
          onVerified={takeSession}
          hint={hint}
        />
      ) : (
        <NewEmailStep sent={sent} onSent={handleSent} onBack={() => setMending(false)} />
      )}
    </Dialog>
  )
}

/** With another address the page begins this panel anew, closed. */
function takeSession(session: Session) {
  openSession(session)
  showToast({ tone: 'success', title: 'Email atualizado com sucesso!' })
}

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

function NewEmailStep({ sent, onSent, onBack }: NewEmailStepProps) {
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
