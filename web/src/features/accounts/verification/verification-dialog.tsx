import type { User } from '@na-regua/contract/accounts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import { emailProblem } from '../../../lib/email-problem.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useFormErrors } from '../../../ui/form.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { getMe, sendCode, verifyCode } from '../queries.ts'
import type { Sent } from '../rules.ts'
import { type CodePurpose, CodeStep } from './code-step.tsx'
import { useCountdown } from './use-countdown.ts'

type VerificationDialogProps = {
  isOpen: boolean
  user: User
  /** Given up: by the button, Esc or a press beside it. */
  onCancel: () => void
  onVerified: (user: User) => void
  /** Why it is worth the trouble, above both steps. */
  children?: ReactNode
}

const proof: CodePurpose<{ user: User }> = {
  send: sendCode,
  verify: verifyCode,
  sendFailure: 'Erro ao enviar código de verificação. Tente novamente.',
  verifyFailure: 'Código inválido. Tente novamente.',
}

/** Proves in two steps that the account's address is read: the address, which may be mended here, then the code. */
export function VerificationDialog({ isOpen, user, onCancel, onVerified, children }: VerificationDialogProps) {
  // Outlives closing: the letter is on its way, and opening again leads to its code.
  const [sent, setSent] = useState<Sent>()
  const [email, setEmail] = useState(user.email)
  const [lockedUntil, setLockedUntil] = useState<string>()
  const [isMending, setMending] = useState(false)
  const isCodeStep = sent !== undefined && !isMending

  return (
    <Dialog isOpen={isOpen} onClose={onCancel} title="Confirme seu e-mail">
      <div className="grid grid-cols-1 gap-5">
        {children}
        {isCodeStep ? (
          <CodeStep
            purpose={proof}
            sent={sent}
            onSent={setSent}
            onChangeEmail={() => setMending(true)}
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
              setMending(false)
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
  /** The last letter, when the address is being changed after it. */
  sent: Sent | undefined
  onEmail: (email: string) => void
  /** No other letter before this instant, as the server said. */
  lockedUntil: string | undefined
  onLocked: (until: string) => void
  onSent: (sent: Sent) => void
  onVerified: (user: User) => void
}

/** Asks for the letter. Where one left less than a minute ago, or the address is proved already, it leads on just the same. */
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
  const { form, errors, reportErrors, handleInput } = useFormErrors<'email'>()
  const mutation = useSendCode(handlers)
  const seconds = useCountdown(lockedUntil ?? sent?.resendAt)
  const failure = mutation.error && errorText(mutation.error, 'Erro ao enviar código de verificação. Tente novamente.')

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (!mutation.isPending && reportErrors({ email: emailProblem(email) })) mutation.mutate(email.trim())
  }

  return (
    <form ref={form} noValidate onSubmit={handleSubmit} onInput={handleInput} className="grid grid-cols-1 gap-4">
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="email"
        value={email}
        onChange={(event) => onEmail(event.target.value)}
        error={errors.email ?? failure ?? undefined}
        hint="Enviaremos um código de 6 dígitos. Se digitou errado no cadastro, corrija aqui."
      />
      <Button type="submit" isWide isBusy={mutation.isPending} disabled={seconds > 0}>
        {seconds > 0 ? `Enviar código em ${seconds} s` : 'Enviar código'}
      </Button>
      {seconds > 0 && (
        <Button
          variant="ghost"
          isWide
          onClick={() => handlers.onSent(sent ?? { email: email.trim(), resendAt: String(lockedUntil) })}
        >
          Já tenho o código
        </Button>
      )}
    </form>
  )
}
