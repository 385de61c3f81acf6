import { CSPProvider } from '@base-ui/react/csp-provider'
import { OTPField } from '@base-ui/react/otp-field'
import { CODE_RESEND_SECONDS } from '@na-regua/contract/accounts'
import { useMutation } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type RefObject, useEffect, useId, useState } from 'react'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import { useCountdown } from '../../../lib/relative-time.ts'
import { Button } from '../../../ui/button.tsx'
import { FieldFrame, type FieldProps, fieldBorder } from '../../../ui/field-frame.tsx'
import { Form, useFormErrors } from '../../../ui/form.tsx'
import { codeProblem, type SentCode } from '../rules.ts'

/** How a code is sent and verified, and the messages for failures. */
export type CodePurpose<Result> = {
  send: (email: string) => Promise<{ resendAt: string }>
  verify: (input: { email: string; code: string }) => Promise<Result>
  sendFailure: string
  verifyFailure: string
  /** The message for an empty code, if it differs from the usual one. */
  emptyCode?: string
}

type CodeStepProps<Result> = {
  purpose: CodePurpose<Result>
  sent: SentCode
  onSent: (sent: SentCode) => void
  onChangeEmail: () => void
  onVerified: (result: Result) => void
  hint?: string
}

type ResendProps = Pick<CodeStepProps<unknown>, 'purpose' | 'sent' | 'onSent'> & { onFailure: (text: string) => void }

function ResendButton({ purpose, sent, onSent, onFailure }: ResendProps) {
  const seconds = useCountdown(sent.resendAt, CODE_RESEND_SECONDS)
  const resending = useMutation({
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
      isBusy={resending.isPending}
      onClick={() => resending.mutate(sent.email)}
    >
      {seconds > 0 ? `Reenviar código em ${seconds} s` : 'Reenviar código'}
    </Button>
  )
}

/** A rejected code empties the field for another attempt. */
function useCodeCheck<Result>({ purpose, sent, onVerified }: Omit<CodeStepProps<Result>, 'onSent' | 'onChangeEmail'>) {
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

/** Moves the focus to the first digit when the field becomes enabled. */
function useFirstInputFocus(form: RefObject<HTMLFormElement | null>, isEnabled: boolean) {
  useEffect(() => {
    if (isEnabled) form.current?.querySelector('input')?.focus()
  }, [isEnabled, form])
}

/** The form is submitted when the last digit is entered. */
export function CodeStep<Result>({ purpose, sent, onSent, onChangeEmail, onVerified, hint }: CodeStepProps<Result>) {
  const fields = useFormErrors()
  const { code, setCode, error, setError, isPending, submit } = useCodeCheck({ purpose, sent, onVerified })
  useFirstInputFocus(fields.form, !isPending)

  const links = (
    <div className="-mx-2 flex flex-wrap justify-between">
      <Button variant="ghost" className="px-2! text-sm!" onClick={onChangeEmail}>
        Trocar e-mail
      </Button>
      <ResendButton purpose={purpose} sent={sent} onSent={onSent} onFailure={setError} />
    </div>
  )
  return (
    <Form
      fields={fields}
      isBusy={isPending}
      onSubmit={() => submit(code)}
      failure={false}
      submit="Verificar"
      footer={links}
      className="grid grid-cols-1 gap-4"
    >
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
    </Form>
  )
}

/** The account's address refused an email. Shown while it is open too: the mail server responds after the code was requested. */
export function RefusedEmail({ email, className }: { email: string; className?: string }) {
  return (
    <p role="alert" className={clsx('text-sm text-red', className)}>
      O endereço <strong className="font-semibold wrap-anywhere">{email}</strong> recusou nossa mensagem. Confira se
      está certo e se a caixa de entrada existe.
    </p>
  )
}

type OtpFieldProps = FieldProps & {
  length?: number
  value: string
  onChange: (value: string) => void
  /** All digits were entered: typed, pasted or filled in by the phone. */
  onComplete?: (value: string) => void
  isDisabled?: boolean
}

export function OtpField({ label, error, hint, length = 6, value, onChange, onComplete, isDisabled }: OtpFieldProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <CSPProvider disableStyleElements>
        <OTPField.Root
          id={id}
          length={length}
          value={value}
          disabled={isDisabled}
          onValueChange={onChange}
          onValueComplete={(complete) => onComplete?.(complete)}
          aria-describedby={(error ?? hint) ? `${id}-words` : undefined}
          className="flex min-w-0 gap-2"
        >
          {Array.from({ length }, (_, index) => (
            <OTPField.Input
              // biome-ignore lint/suspicious/noArrayIndexKey: the cells are their positions.
              key={index}
              aria-label={index === 0 ? undefined : `Dígito ${index + 1} de ${length}`}
              aria-invalid={error ? true : undefined}
              className={clsx(
                'h-14 min-w-0 max-w-13 flex-1 basis-0 rounded-control border bg-card text-center text-xl font-semibold tabular-nums',
                fieldBorder(error),
              )}
            />
          ))}
        </OTPField.Root>
      </CSPProvider>
    </FieldFrame>
  )
}
