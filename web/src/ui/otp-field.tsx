import { CSPProvider } from '@base-ui/react/csp-provider'
import { OTPField } from '@base-ui/react/otp-field'
import { clsx } from 'clsx'
import { useId } from 'react'
import { FieldFrame, type FieldProps, fieldBorder } from './field-frame.tsx'

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
