import { clsx } from 'clsx'
import { type ChangeEvent, type ComponentProps, type ReactNode, useId, useLayoutEffect, useState } from 'react'
import { IconButton } from './button.tsx'
import { controlClass, FieldFrame, type FieldProps, fieldBorder } from './field-frame.tsx'
import { Icon } from './icon.tsx'

const withoutReturns = (text: string) => text.replaceAll('\r', '')

/** The part of an event that the handlers of a field read. */
type Typed = ChangeEvent<HTMLInputElement> & ChangeEvent<HTMLTextAreaElement>

/**
 * Calls `onChange` for a field whose text was typed before hydration. It is on the page only: the next rendering would replace it by
 * `value`. In a field that is rendered by the browser both are the same, but for the browser's line breaks.
 */
export function useTypedText(
  id: string,
  value: ComponentProps<'input'>['value'],
  onChange: ((typed: Typed) => void) | undefined,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before the next rendering.
  useLayoutEffect(() => {
    const target = document.getElementById(id) as Typed['target'] | null
    if (value !== undefined && target?.value && withoutReturns(target.value) !== withoutReturns(String(value)))
      onChange?.({ target } as Typed)
  }, [])
}

type TextFieldProps = FieldProps & ComponentProps<'input'> & { after?: ReactNode }

export function TextField({ label, error, hint, after, className, ...rest }: TextFieldProps) {
  const ownId = useId()
  const id = rest.id ?? ownId
  useTypedText(id, rest.value, rest.onChange)
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
  useTypedText(id, rest.value, rest.onChange)
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
