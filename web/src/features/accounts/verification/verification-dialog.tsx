import { CODE_RESEND_SECONDS, type User } from '@na-regua/contract/accounts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import { emailProblem } from '../../../lib/email-problem.ts'
import { useCountdown } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form, useFormErrors } from '../../../ui/form.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { getMe, sendCode, verifyCode } from '../queries.ts'
import type { SentCode } from '../rules.ts'
import { type CodePurpose, CodeStep } from './code-step.tsx'
import { RefusedEmail } from './refused-email.tsx'

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

/** Verifies the account's email in two steps: the address, which can be corrected here, then the code. */
export function VerificationDialog({ isOpen, user, onCancel, onVerified, children }: VerificationDialogProps) {
  // Kept while the dialog is closed: the email was sent, and reopening continues with its code.
  const [sent, setSent] = useState<SentCode>()
  const [email, setEmail] = useState(user.email)
  const [lockedUntil, setLockedUntil] = useState<string>()
  const [isCorrecting, setCorrecting] = useState(false)
  const isCodeStep = sent !== undefined && !isCorrecting

  return (
    <Dialog isOpen={isOpen} onClose={onCancel} title="Confirme seu e-mail">
      <div className="grid grid-cols-1 gap-5">
        {children}
        {user.isEmailRefused && (sent?.email ?? email).trim() === user.email && <RefusedEmail email={user.email} />}
        {isCodeStep ? (
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
            lockedUntil={lockedUntil}
            onLocked={setLockedUntil}
            onEmail={setEmail}
            onSent={(next) => {
              setSent(next)
              setCorrecting(false)
            }}
            onVerified={onVerified}
          />
        )}
      </div>
    </Dialog>
  )
}

type EmailStepProps = {
  email: string
  /** The last code, when the address is changed after it was sent. */
  sent: SentCode | undefined
  onEmail: (email: string) => void
  /** The server sends no other code before this instant. */
  lockedUntil: string | undefined
  onLocked: (until: string) => void
  onSent: (sent: SentCode) => void
  onVerified: (user: User) => void
}

/** Requests a code. It also continues if one was sent less than a minute ago, or if the address is already verified. */
function useSendCode({ onSent, onLocked, onVerified }: Pick<EmailStepProps, 'onSent' | 'onLocked' | 'onVerified'>) {
  return useMutation({
    mutationFn: sendCode,
    onSuccess: ({ resendAt }, email) => onSent({ email, resendAt }),
    async onError(error) {
      if (hasCode(error, 'CODE_TOO_SOON')) onLocked(String(error.details.resendAt))
      if (hasCode(error, 'EMAIL_ALREADY_VERIFIED')) onVerified((await getMe()).user)
    },
  })
}

function EmailStep({ email, sent, lockedUntil, onEmail, ...handlers }: EmailStepProps) {
  const fields = useFormErrors<'email'>()
  const sending = useSendCode(handlers)
  const seconds = useCountdown(lockedUntil ?? sent?.resendAt, CODE_RESEND_SECONDS)
  const failure = sending.error && errorText(sending.error, purpose.sendFailure)

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
        error={fields.errors.email ?? failure ?? undefined}
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
