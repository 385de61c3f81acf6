import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useEffect, useId, useState } from 'react'
import { PatternFormat } from 'react-number-format'
import { IconButton } from './button.tsx'
import { controlClass, FieldFrame, type FieldProps, fieldBorder } from './field-frame.tsx'
import { Icon } from './icon.tsx'

type TextFieldProps = FieldProps & ComponentProps<'input'> & { after?: ReactNode }

export function TextField({ label, error, hint, after, className, ...rest }: TextFieldProps) {
  const ownId = useId()
  const id = rest.id ?? ownId
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <div className="relative">
        <input
          {...rest}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={(error ?? hint) ? `${id}-words` : undefined}
          className={clsx(controlClass, fieldBorder(error), after !== undefined && 'pr-13', className)}
        />
        {after && <div className="absolute inset-y-0 right-0.5 grid place-items-center">{after}</div>}
      </div>
    </FieldFrame>
  )
}

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'value'> & { value: string }

/** Several lines. With `maxLength` it shows a counter, which is hidden from screen readers: they know the limit. */
export function TextArea({ label, error, hint, className, ...rest }: TextAreaProps) {
  const ownId = useId()
  const id = rest.id ?? ownId
  return (
    <FieldFrame id={id} label={label} error={error} hint={hint}>
      <textarea
        rows={4}
        {...rest}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={(error ?? hint) ? `${id}-words` : undefined}
        className={clsx(controlClass, fieldBorder(error), 'resize-y py-3', className)}
      />
      {rest.maxLength !== undefined && (
        <p aria-hidden="true" className="text-right text-sm text-mute tabular-nums">
          {rest.value.length}/{rest.maxLength}
        </p>
      )}
    </FieldFrame>
  )
}

type PasswordFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'type'>

export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const label = isShown ? 'Ocultar senha' : 'Mostrar senha'
  return (
    <TextField
      autoComplete="current-password"
      {...props}
      type={isShown ? 'text' : 'password'}
      after={
        <IconButton label={label} aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          <Icon name={isShown ? 'eye-off' : 'eye'} />
        </IconButton>
      }
    />
  )
}

type Field = { label: string; name: string; error: string | undefined }

type NewPasswordFieldsProps = {
  password: Field
  confirmation: Field
  /** Strength meter for the typed password. */
  strength: (password: string) => ReactNode
}

/** A new password and its confirmation. */
export function NewPasswordFields({ password, confirmation, strength }: NewPasswordFieldsProps) {
  const [typed, setTyped] = useState('')
  return (
    <>
      <PasswordField
        {...password}
        autoComplete="new-password"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        hint={strength(typed)}
      />
      <PasswordField {...confirmation} autoComplete="new-password" />
    </>
  )
}

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
