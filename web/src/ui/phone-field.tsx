import { clsx } from 'clsx'
import { useEffect, useId, useState } from 'react'
import { NumberFormatBase } from 'react-number-format'
import { findEntryProblem, phoneInput, toWirePhone } from '../lib/typed-phone.ts'
import { controlClass, FieldFrame, type FieldProps, fieldBorder } from './field-frame.tsx'
import { useTypedText } from './text-field.tsx'

type PhoneFieldProps = FieldProps & {
  name: string
  autoComplete?: string
  defaultValue?: string
  /** For a dialog that begins with this field. */
  autoFocus?: boolean
  /** A number from abroad is reported. */
  isBrazilian?: boolean
  /** Receives the number as it is on the wire, or what was typed while it is none. */
  onPhone?: (phone: string) => void
}

/** A dialog opens after its content has been mounted: until then nothing in it can have the focus. */
export function useFocus(id: string, isFocused: boolean) {
  useEffect(() => {
    if (!isFocused) return
    const timer = setTimeout(() => document.getElementById(id)?.focus())
    return () => clearTimeout(timer)
  }, [id, isFocused])
}

/** Whether one character was typed or deleted. A paste and what a browser fills in come as a whole, some without a type. */
function isOneKey(event: Event | undefined, before: string, after: string) {
  const { inputType } = (event ?? {}) as { inputType?: string }
  const isTyped = /^(insertText|insertCompositionText|delete)/.test(inputType ?? '')
  return isTyped && after.length - before.length <= 1
}

/**
 * A phone number as it is typed: (00) 0000-0000, and (00) 00000-0000 from the eleventh digit on. What was pasted, filled in or left is
 * shown as the number that it means: '+55 62 …' and '0 15 62 …' lose what stands before the area code, a foreign number keeps its '+'.
 */
export function PhoneField({
  label,
  error,
  hint,
  defaultValue = '',
  isBrazilian = false,
  onPhone,
  autoFocus,
  ...rest
}: PhoneFieldProps) {
  const id = useId()
  useFocus(id, autoFocus === true)
  const [text, setText] = useState(defaultValue)
  const [isEntered, setEntered] = useState(false)
  const problem = error ?? findEntryProblem(text, { isEntered, isBrazilian })
  function change(next: string) {
    setText(next)
    onPhone?.(toWirePhone(next))
  }
  function enter(next: string) {
    setEntered(true)
    const phone = toWirePhone(next)
    if (phone !== text) change(phone)
  }
  useTypedText(id, text, ({ target }) => enter(target.value))
  return (
    <FieldFrame id={id} label={label} error={problem} hint={hint}>
      <NumberFormatBase
        {...rest}
        {...phoneInput}
        id={id}
        type="tel"
        inputMode="tel"
        value={text}
        valueIsNumericString
        onValueChange={({ value }, { source, event }) => {
          if (source !== 'event') return
          if (!isOneKey(event?.nativeEvent, text, value)) return enter(value)
          setEntered(false)
          change(value)
        }}
        onBlur={() => enter(text)}
        placeholder="(00) 00000-0000"
        aria-invalid={problem ? true : undefined}
        aria-describedby={(problem ?? hint) ? `${id}-words` : undefined}
        className={clsx(controlClass, fieldBorder(problem), 'tabular-nums')}
      />
    </FieldFrame>
  )
}
