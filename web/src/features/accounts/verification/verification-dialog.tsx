import type { User } from '@na-regua/contract/accounts'
import { type ReactNode, useState } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { sendCode, verifyCode } from '../queries.ts'
import { type CodePurpose, CodeStep } from './code-step.tsx'
import { EmailStep } from './email-step.tsx'
import type { Sent } from './rules.ts'

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
