import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

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
        <p id={`${id}-words`} className={classNames('text-sm', error ? 'font-medium text-red' : 'text-mute')}>
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
          className={classNames(controlClass, fieldBorder(error), after !== undefined && 'pr-13', className)}
        />
        {after && <div className="absolute inset-y-0 right-0.5 grid place-items-center">{after}</div>}
      </div>
    </FieldFrame>
  )
}
