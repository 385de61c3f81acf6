import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { OtpField } from '../../../ui/otp-field.tsx'
import { codeProblem, type Sent } from '../rules.ts'
import { useCountdown } from './use-countdown.ts'

/** What the code is for: how another one is asked for, how it is proved, and what is said when that fails. */
export type CodePurpose<Proof> = {
  send: (email: string) => Promise<{ resendAt: string }>
  verify: (guess: { email: string; code: string }) => Promise<Proof>
  sendFailure: string
  verifyFailure: string
  /** Said when there is no digit at all; the usual words otherwise. */
  emptyCode?: string
}

type CodeStepProps<Proof> = {
  purpose: CodePurpose<Proof>
  sent: Sent
  onSent: (sent: Sent) => void
  onChangeEmail: () => void
  onVerified: (proof: Proof) => void
  hint?: string
}

type ResendProps = Pick<CodeStepProps<unknown>, 'purpose' | 'sent' | 'onSent'> & { onFailure: (text: string) => void }

function ResendButton({ purpose, sent, onSent, onFailure }: ResendProps) {
  const seconds = useCountdown(sent.resendAt)
  const resend = useMutation({
    mutationFn: purpose.send,
    onSuccess: ({ resendAt }) => onSent({ ...sent, resendAt }),
    onError(error) {
      if (hasCode(error, 'CODE_TOO_SOON')) onSent({ ...sent, resendAt: String(error.details.resendAt) })
      onFailure(errorText(error, purpose.sendFailure))
    },
  })
  return (
    <Button
      variant="ghost"
      className="px-2! text-sm!"
      disabled={seconds > 0}
      isBusy={resend.isPending}
      onClick={() => resend.mutate(sent.email)}
    >
      {seconds > 0 ? `Reenviar código em ${seconds} s` : 'Reenviar código'}
    </Button>
  )
}

/** A wrong code empties the field for another try. */
function useCodeCheck<Proof>({ purpose, sent, onVerified }: Omit<CodeStepProps<Proof>, 'onSent' | 'onChangeEmail'>) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const verification = useMutation({
    mutationFn: purpose.verify,
    onSuccess: onVerified,
    onError(failure) {
      setError(errorText(failure, purpose.verifyFailure))
      setCode('')
    },
  })
  const { isPending } = verification

  function submit(complete: string) {
    const problem = complete ? codeProblem(complete) : (purpose.emptyCode ?? codeProblem(complete))
    setError(problem)
    if (!problem && !isPending) verification.mutate({ email: sent.email, code: complete })
  }

  return { code, setCode, error, setError, isPending, submit }
}

/** The last digit sends the code by itself. */
export function CodeStep<Proof>({ purpose, sent, onSent, onChangeEmail, onVerified, hint }: CodeStepProps<Proof>) {
  const form = useRef<HTMLFormElement>(null)
  const { code, setCode, error, setError, isPending, submit } = useCodeCheck({ purpose, sent, onVerified })

  useEffect(() => {
    if (!isPending) form.current?.querySelector('input')?.focus()
  }, [isPending])

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    submit(code)
  }

  return (
    <form ref={form} noValidate onSubmit={handleSubmit} className="grid grid-cols-1 gap-4">
      <p className="text-mute">
        Enviamos um código para <strong className="font-semibold wrap-anywhere text-ink">{sent.email}</strong>. Ele vale
        por 10 minutos.{hint && ` ${hint}`}
      </p>
      <OtpField
        label="Código de 6 dígitos"
        value={code}
        onChange={setCode}
        onComplete={submit}
        error={error}
        isDisabled={isPending}
      />
      <Button type="submit" isWide isBusy={isPending}>
        Verificar
      </Button>
      <div className="-mx-2 flex flex-wrap justify-between">
        <Button variant="ghost" className="px-2! text-sm!" onClick={onChangeEmail}>
          Trocar e-mail
        </Button>
        <ResendButton purpose={purpose} sent={sent} onSent={onSent} onFailure={setError} />
      </div>
    </form>
  )
}
