import { type ComponentProps, useId } from 'react'
import { classNames } from './class-names.ts'
import { controlClass, FieldFrame, type FieldProps, fieldBorder } from './text-field.tsx'

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
        className={classNames(controlClass, fieldBorder(error), 'resize-y py-3', className)}
      />
      {rest.maxLength !== undefined && (
        <p aria-hidden="true" className="text-right text-sm text-mute tabular-nums">
          {rest.value.length}/{rest.maxLength}
        </p>
      )}
    </FieldFrame>
  )
}
