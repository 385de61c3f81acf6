import type { User } from '@na-regua/contract/accounts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { errorText, hasCode } from '../../../lib/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { OtpField } from '../../../ui/otp-field.tsx'
import { sendCode, verifyCode } from '../queries.ts'
import { codeProblem, type Sent } from './rules.ts'
import { useCountdown } from './use-countdown.ts'

type CodeStepProps = {
  sent: Sent
  onSent: (sent: Sent) => void
  onChangeEmail: () => void
  onVerified: (user: User) => void
}

function ResendButton({
  sent,
  onSent,
  onFailure,
}: Pick<CodeStepProps, 'sent' | 'onSent'> & { onFailure: (text: string) => void }) {
  const seconds = useCountdown(sent.resendAt)
  const resend = useMutation({
    mutationFn: sendCode,
    onSuccess: ({ resendAt }) => onSent({ ...sent, resendAt }),
    onError(error) {
      if (hasCode(error, 'CODE_TOO_SOON')) onSent({ ...sent, resendAt: String(error.details.resendAt) })
      onFailure(errorText(error, 'Erro ao enviar código de verificação. Tente novamente.'))
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
function useCodeCheck({ sent, onVerified }: Pick<CodeStepProps, 'sent' | 'onVerified'>) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const verification = useMutation({
    mutationFn: verifyCode,
    onSuccess: ({ user }) => onVerified(user),
    onError(failure) {
      setError(errorText(failure, 'Código inválido. Tente novamente.'))
      setCode('')
    },
  })
  const { isPending } = verification

  function submit(complete: string) {
    const problem = codeProblem(complete)
    setError(problem)
    if (!problem && !isPending) verification.mutate({ email: sent.email, code: complete })
  }

  return { code, setCode, error, setError, isPending, submit }
}

/** The last digit sends the code by itself. */
export function CodeStep({ sent, onSent, onChangeEmail, onVerified }: CodeStepProps) {
  const form = useRef<HTMLFormElement>(null)
  const { code, setCode, error, setError, isPending, submit } = useCodeCheck({ sent, onVerified })

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
        por 10 minutos.
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
        <ResendButton sent={sent} onSent={onSent} onFailure={setError} />
      </div>
    </form>
  )
}
