import { CODE_RESEND_SECONDS, type Session, type User } from '@na-regua/contract/accounts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import { emailProblem } from '../../../lib/form-errors.ts'
import { useCountdown } from '../../../lib/relative-time.ts'
import { openSession, updateSessionUser } from '../../../lib/session.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormDialog, UnsavedChanges } from '../../../ui/confirm-dialog.tsx'
import { Form, useFormErrors } from '../../../ui/form.tsx'
import { PasswordField, TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { ProfileRow } from '../profile/identity-section.tsx'
import { sendChangeCode, verifyEmailChange } from '../queries.ts'
import { isGoogleManaged, type SentCode } from '../rules.ts'
import { CodeStep, RefusedEmail } from '../verification/code-step.tsx'
import { VerificationDialog } from '../verification/verification-dialog.tsx'

/** Shows the account's email; it is changed in a dialog only. */
export function EmailRow({ user }: { user: User }) {
  // The email for which the dialog was opened: a changed email resets the dialog, closed, and restores the focus.
  const [openFor, setOpenFor] = useState<string>()
  const isManaged = isGoogleManaged(user)
  const change = (
    <Button variant="outline" onClick={() => setOpenFor(user.email)}>
      Alterar
    </Button>
  )
  return (
    <>
      <ProfileRow label="E-mail" action={isManaged ? undefined : change}>
        {user.email} {!user.isEmailVerified && <Badge tone="brass">Não confirmado</Badge>}{' '}
        {user.isEmailRefused && <Badge tone="red">Não recebe mensagens</Badge>}
      </ProfileRow>
      {user.isEmailRefused && <RefusedEmail email={user.email} className="mt-2" />}

      {!user.isEmailVerified && <VerifyEmail user={user} />}
      {isManaged && <p className="mt-2 text-sm text-mute">Email gerenciado pelo Google. Não é possível alterar.</p>}
      <EmailChangeDialog key={user.email} isOpen={openFor === user.email} onClose={() => setOpenFor(undefined)} />
    </>
  )
}

/** What needs it: bookings, the queue, invites by e-mail. */
function VerifyEmail({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false)
  function handleVerified(verified: User) {
    setOpen(false)
    updateSessionUser(verified)
    showToast({ tone: 'success', title: 'Email verificado com sucesso!' })
  }
  return (
    <div className="mt-3 grid justify-items-start gap-2">
      <p className="text-sm text-mute">
        Com o e-mail confirmado você agenda, entra na fila e convida a equipe. Enviamos um código de 6 dígitos.
      </p>
      <Button variant="ink" onClick={() => setOpen(true)}>
        Confirmar e-mail
      </Button>
      <VerificationDialog isOpen={isOpen} user={user} onCancel={() => setOpen(false)} onVerified={handleVerified} />
    </div>
  )
}

const hint = 'Se ele não chegar, confira o endereço e o spam: para um e-mail que já tem conta nenhum código é enviado.'

const showCodeSent = () => showToast({ tone: 'success', title: 'Código de verificação enviado para o seu novo email' })

/** How the second step sends and verifies its code. Another code may need the password, as the first one did. */
function changePurpose(currentPassword: string | undefined) {
  return {
    send: async (newEmail: string) => {
      const sent = await sendChangeCode({ newEmail, currentPassword })
      showCodeSent()
      return sent
    },
    verify: ({ email, code }: { email: string; code: string }) =>
      verifyEmailChange({ newEmail: email, verificationCode: code }),
    sendFailure: 'Erro ao enviar código de verificação',
    verifyFailure: 'Código de verificação inválido',
    emptyCode: 'Por favor, preencha todos os campos',
  }
}

/** Two steps: the new address, then the code that was sent to it. */
function EmailChangeDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  // Kept while the dialog is closed: the email was sent, and reopening continues with its code.
  const [sent, setSent] = useState<SentCode>()
  const [isCorrecting, setCorrecting] = useState(false)
  const [password, setPassword] = useState<string>()
  const purpose = changePurpose(password)

  function handleSent(next: SentCode, confirmedPassword: string | undefined) {
    showCodeSent()
    setPassword(confirmedPassword)
    setSent(next)
    setCorrecting(false)
  }

  return (
    <FormDialog isOpen={isOpen} onClose={onClose} title="Alterar e-mail">
      {sent && !isCorrecting ? (
        <CodeStep
          purpose={purpose}
          sent={sent}
          onSent={setSent}
          onChangeEmail={() => setCorrecting(true)}
          onVerified={replaceSession}
          hint={hint}
        />
      ) : (
        <NewEmailStep sent={sent} onSent={handleSent} onBack={() => setCorrecting(false)} />
      )}
    </FormDialog>
  )
}

/** The changed email remounts this dialog, closed. */
function replaceSession(session: Session) {
  openSession(session)
  showToast({ tone: 'success', title: 'Email atualizado com sucesso!' })
}

type Field = 'newEmail' | 'currentPassword'

type NewEmailStepProps = {
  /** The last code, when the address is corrected after it was sent. */
  sent: SentCode | undefined
  /** With the password, if it was required. */
  onSent: (sent: SentCode, password: string | undefined) => void
  onBack: () => void
}

function problemsOf(newEmail: string, currentPassword: string | undefined) {
  return {
    newEmail: newEmail ? emailProblem(newEmail) : 'Por favor, informe um novo email',
    currentPassword: currentPassword === '' ? 'Por favor, informe sua senha' : undefined,
  }
}

/** Requests a code. The server rejects the request if the login is too old; then the password is required too. */
function useSendCode(onSent: NewEmailStepProps['onSent'], report: (errors: Partial<Record<Field, string>>) => void) {
  const [needsPassword, setNeedsPassword] = useState(false)
  const [lockedUntil, setLockedUntil] = useState<string>()
  const sending = useMutation({
    mutationFn: sendChangeCode,
    onSuccess: ({ resendAt }, { newEmail, currentPassword }) => onSent({ email: newEmail, resendAt }, currentPassword),
    onError(error) {
      if (hasCode(error, 'RECENT_LOGIN_REQUIRED')) setNeedsPassword(true)
      if (hasCode(error, 'WRONG_PASSWORD')) report({ currentPassword: error.message })
      if (hasCode(error, 'EMAIL_UNCHANGED')) report({ newEmail: error.message })
      if (hasCode(error, 'CODE_TOO_SOON')) setLockedUntil(String(error.details.resendAt))
    },
  })
  const isShownAtField = hasCode(sending.error, 'RECENT_LOGIN_REQUIRED', 'WRONG_PASSWORD', 'EMAIL_UNCHANGED')
  const failure =
    sending.error && !isShownAtField ? errorText(sending.error, 'Erro ao enviar código de verificação') : undefined
  return { sending, needsPassword, lockedUntil, failure }
}

type NewEmailFieldsProps = {
  email: string | undefined
  errors: Partial<Record<Field, string>>
  needsPassword: boolean
}

function NewEmailFields({ email, errors, needsPassword }: NewEmailFieldsProps) {
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
      {needsPassword && (
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
  const fields = useFormErrors<Field>()
  const { sending, needsPassword, lockedUntil, failure } = useSendCode(onSent, fields.reportErrors)
  const seconds = useCountdown(lockedUntil ?? sent?.resendAt, CODE_RESEND_SECONDS)

  function handleSubmit(data: FormData) {
    const newEmail = String(data.get('newEmail')).trim()
    const currentPassword = needsPassword ? String(data.get('currentPassword')) : undefined
    if (seconds > 0 || !fields.reportErrors(problemsOf(newEmail, currentPassword))) return
    sending.mutate({ newEmail, currentPassword })
  }

  const actions = (
    <>
      <Button type="submit" isWide isBusy={sending.isPending} disabled={seconds > 0}>
        {seconds > 0 ? `Enviar código em ${seconds} s` : 'Enviar código'}
      </Button>
      {sent && (
        <Button variant="ghost" isWide onClick={onBack}>
          Já tenho o código
        </Button>
      )}
    </>
  )
  return (
    <Form fields={fields} isBusy={sending.isPending} onSubmit={handleSubmit} failure={failure} actions={actions}>
      <UnsavedChanges draft={fields.isEdited} />
      <NewEmailFields email={sent?.email} errors={fields.errors} needsPassword={needsPassword} />
    </Form>
  )
}
