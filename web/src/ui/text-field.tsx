import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

export type FieldProps = {
  label: string
  /** What is wrong, in words; the field is marked as invalid. */
  error?: string
  hint?: ReactNode
}

export const controlClass =
  'w-full min-h-12 rounded-control border bg-card px-3.5 text-ink transition-colors hover:border-edge disabled:opacity-60'

export function fieldBorder(error: string | undefined) {
  return error ? 'border-red' : 'border-line'
}

type FrameProps = FieldProps & { id: string; children: ReactNode }

/** Label above, words of help or error below, tied to the control by id. */
export function FieldFrame({ id, label, error, hint, children }: FrameProps) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children}
      {(error ?? hint) && (
        <p id={`${id}-words`} className={clsx('text-sm', error ? 'font-medium text-red' : 'text-mute')}>
          {error ?? hint}
        </p>
      )}
    </div>
  )
}

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

/** Several lines. With `maxLength` it counts along; the count is spoken by the limit itself, not at every letter. */
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
  /** How good what is being typed is. */
  strength: (password: string) => ReactNode
}

/** A password that is being made, and the same once more: it cannot be read while it is typed. */
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
