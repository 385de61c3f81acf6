import { useState } from 'react'
import type { Sent } from '../verification/rules.ts'
import { AskForm } from './ask-form.tsx'
import { ResetForm } from './reset-form.tsx'

/** E-mail, then code and new password. */
export function ForgotPassword() {
  const [sent, setSent] = useState<Sent>()
  const [email, setEmail] = useState('')
  if (!sent) return <AskForm email={email} onEmail={setEmail} onSent={setSent} />
  return <ResetForm sent={sent} onSent={setSent} onChangeEmail={() => setSent(undefined)} />
}
