import { clsx } from 'clsx'
import { useEffect, useId, useState } from 'react'
import { PatternFormat } from 'react-number-format'
import { controlClass, FieldFrame, type FieldProps, fieldBorder } from './field-frame.tsx'

type PhoneFieldProps = FieldProps & {
  name: string
  autoComplete?: string
  defaultValue?: string
  /** For a dialog that begins with this field. */
  autoFocus?: boolean
  /** Receives the digits without their mask. */
  onDigits?: (digits: string) => void
}

/** A dialog opens after its content has been mounted: until then nothing in it can have the focus. */
function useFocus(id: string, isFocused: boolean) {
  useEffect(() => {
    if (!isFocused) return
    const timer = setTimeout(() => document.getElementById(id)?.focus())
    return () => clearTimeout(timer)
  }, [id, isFocused])
}

/** A Brazilian phone number as it is typed: (00) 0000-0000, and (00) 00000-0000 from the eleventh digit on. */
export function PhoneField({ label, error, hint, defaultValue = '', onDigits, autoFocus, ...rest }: PhoneFieldProps) {
  const id = useId()
  useFocus(id, autoFocus === true)
  const [digits, setDigits] = useState(defaultValue)
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <PatternFormat
        {...rest}
        id={id}
        inputMode="tel"
        format={digits.length > 10 ? '(##) #####-####' : '(##) ####-#####'}
        value={digits}
        valueIsNumericString
        onValueChange={({ value }) => {
          setDigits(value)
          onDigits?.(value)
        }}
        placeholder="(00) 00000-0000"
        aria-invalid={error ? true : undefined}
        aria-describedby={(error ?? hint) ? `${id}-words` : undefined}
        className={clsx(controlClass, fieldBorder(error), 'tabular-nums')}
      />
    </FieldFrame>
  )
}
