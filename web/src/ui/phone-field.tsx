import { clsx } from 'clsx'
import { useEffect, useId, useState } from 'react'
import { PatternFormat } from 'react-number-format'
import { controlClass, FieldFrame, type FieldProps, fieldBorder } from './field-frame.tsx'
import { useTypedText } from './text-field.tsx'

type PhoneFieldProps = FieldProps & {
  name: string
  autoComplete?: string
  defaultValue?: string
  /** For a dialog that begins with this field. */
  autoFocus?: boolean
  /** Receives the digits without their mask. */
  onDigits?: (digits: string) => void
}

const MAX_DIGITS = 11

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
  function change(next: string) {
    setDigits(next)
    onDigits?.(next)
  }
  useTypedText(id, digits, ({ target }) => {
    const typed = target.value.replace(/\D/g, '').slice(0, MAX_DIGITS)
    if (typed !== digits) change(typed)
  })
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <PatternFormat
        {...rest}
        id={id}
        inputMode="tel"
        format={digits.length === MAX_DIGITS ? '(##) #####-####' : '(##) ####-#####'}
        value={digits}
        valueIsNumericString
        onValueChange={({ value }) => change(value)}
        placeholder="(00) 00000-0000"
        aria-invalid={error ? true : undefined}
        aria-describedby={(error ?? hint) ? `${id}-words` : undefined}
        className={clsx(controlClass, fieldBorder(error), 'tabular-nums')}
      />
    </FieldFrame>
  )
}
