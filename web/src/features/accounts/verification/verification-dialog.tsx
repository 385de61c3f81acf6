import { CODE_RESEND_SECONDS, type User } from '@na-regua/contract/accounts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import { emailProblem } from '../../../lib/form-errors.ts'
import { useCountdown } from '../../../lib/relative-time.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form, useFormErrors } from '../../../ui/form.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { getMe, sendCode, verifyCode } from '../queries.ts'
import type { SentCode } from '../rules.ts'
import { type CodePurpose, CodeStep, RefusedEmail } from './code-step.tsx'

type VerificationDialogProps = {
  isOpen: boolean
  user: User
  /** Called by the button, Esc or a press beside the dialog. */
  onCancel: () => void
  onVerified: (user: User) => void
  /** Why it is worth it, above both steps. */
  children?: ReactNode
}

const purpose: CodePurpose<{ user: User }> = {
  send: sendCode,
  verify: verifyCode,
  sendFailure: 'Erro ao enviar código de verificação. Tente novamente.',
  verifyFailure: 'Código inválido. Tente novamente.',
}

/**
 * Verifies the account's email. The code is sent when the dialog opens, and is the first step; the address can be corrected from
 * there. The address comes first when it refused our email, or when no code could be sent.
 */
export function VerificationDialog({ isOpen, user, onCancel, onVerified, children }: VerificationDialogProps) {
  // Kept while the dialog is closed: the email was sent, and reopening continues with its code.
  const [sent, setSent] = useState<SentCode>()
  const [email, setEmail] = useState(user.email)
  const [isCorrecting, setCorrecting] = useState(false)
  const first = useFirstCode({ isOpen, user, isNeeded: !sent && !isCorrecting, onSent: setSent, onVerified })
  function handleSent(next: SentCode) {
    setSent(next)
    setCorrecting(false)
  }

  return (
    <Dialog isOpen={isOpen} onClose={onCancel} title="Confirme seu e-mail">
      <div className="grid grid-cols-1 gap-5">
        {children}
        {user.isEmailRefused && (sent?.email ?? email).trim() === user.email && <RefusedEmail email={user.email} />}
        {first.isPending ? (
          <SendingNote email={user.email} />
        ) : sent && !isCorrecting ? (
          <CodeStep
            purpose={purpose}
            sent={sent}
            onSent={setSent}
            onChangeEmail={() => setCorrecting(true)}
            onVerified={({ user: verified }) => onVerified(verified)}
          />
        ) : (
          <EmailStep
            email={email}
            sent={sent}
            failure={first.error && errorText(first.error, purpose.sendFailure)}
            onEmail={setEmail}
            onSent={handleSent}
            onVerified={onVerified}
          />
        )}
      </div>
    </Dialog>
  )
}

type FirstCodeOptions = Pick<VerificationDialogProps, 'isOpen' | 'user' | 'onVerified'> & {
  isNeeded: boolean
  onSent: (sent: SentCode) => void
}

/** Sends a code when the dialog opens. One that was sent less than a minute ago, for example before a reload, is as good. */
function useFirstCode({ isOpen, user, isNeeded, onSent, onVerified }: FirstCodeOptions) {
  const onLocked = (resendAt: string) => onSent({ email: user.email, resendAt })
  const sending = useSendCode({ onSent, onLocked, onVerified })
  const send = useEffectEvent(() => {
    if (isNeeded && !user.isEmailRefused) sending.mutate(user.email)
  })
  useEffect(() => {
    if (isOpen) send()
  }, [isOpen])
  return sending
}

function SendingNote({ email }: { email: string }) {
  return (
    <p className="min-h-40 text-mute">
      Enviando um código para <strong className="font-semibold wrap-anywhere text-ink">{email}</strong>...
    </p>
  )
}

type EmailStepProps = {
  email: string
  /** Why no code was sent when the dialog opened. */
  failure: string | null
  /** The last code, when the address is changed after it was sent. */
  sent: SentCode | undefined
  onEmail: (email: string) => void
  onSent: (sent: SentCode) => void
  onVerified: (user: User) => void
}

type SendCodeHandlers = Pick<EmailStepProps, 'onSent' | 'onVerified'> & { onLocked: (until: string) => void }

/** Requests a code. It also continues if one was sent less than a minute ago, or if the address is already verified. */
function useSendCode({ onSent, onLocked, onVerified }: SendCodeHandlers) {
  return useMutation({
    mutationFn: sendCode,
    onSuccess: ({ resendAt }, email) => onSent({ email, resendAt }),
    async onError(error) {
      if (hasCode(error, 'CODE_TOO_SOON')) onLocked(String(error.details.resendAt))
      if (hasCode(error, 'EMAIL_ALREADY_VERIFIED')) onVerified((await getMe()).user)
    },
  })
}

function EmailStep({ email, sent, failure: firstFailure, onEmail, ...handlers }: EmailStepProps) {
  /** The server sends no other code before this instant. */
  const [lockedUntil, setLockedUntil] = useState<string>()
  const fields = useFormErrors<'email'>()
  const sending = useSendCode({ ...handlers, onLocked: setLockedUntil })
  const seconds = useCountdown(lockedUntil ?? sent?.resendAt, CODE_RESEND_SECONDS)
  const failure = sending.error ? errorText(sending.error, purpose.sendFailure) : sending.isIdle && firstFailure

  function handleSubmit() {
    if (fields.reportErrors({ email: emailProblem(email) })) sending.mutate(email.trim())
  }

  const skip = () => handlers.onSent(sent ?? { email: email.trim(), resendAt: String(lockedUntil) })
  return (
    <Form
      fields={fields}
      isBusy={sending.isPending}
      onSubmit={handleSubmit}
      failure={false}
      actions={<SendButtons seconds={seconds} isBusy={sending.isPending} onSkip={skip} />}
      className="grid grid-cols-1 gap-4"
    >
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="email"
        value={email}
        onChange={(event) => onEmail(event.target.value)}
        error={fields.errors.email ?? (failure || undefined)}
        hint="Enviaremos um código de 6 dígitos. Se digitou errado no cadastro, corrija aqui."
      />
    </Form>
  )
}

function SendButtons({ seconds, isBusy, onSkip }: { seconds: number; isBusy: boolean; onSkip: () => void }) {
  return (
    <>
      <Button type="submit" isWide isBusy={isBusy} disabled={seconds > 0}>
        {seconds > 0 ? `Enviar código em ${seconds} s` : 'Enviar código'}
      </Button>
      {seconds > 0 && (
        <Button variant="ghost" isWide onClick={onSkip}>
          Já tenho o código
        </Button>
      )}
    </>
  )
}
