import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { Sentences } from './sentences.tsx'

type FieldErrors<F extends string> = Partial<Record<F, string>>

/** Errors by field name, and whether any field was edited. Reporting errors moves the focus to the first invalid field; input in a field clears its error. */
export function useFormErrors<F extends string>() {
  const form = useRef<HTMLFormElement>(null)
  const [isEdited, setEdited] = useState(false)
  const [report, setReport] = useState<{ errors: FieldErrors<F>; attempt: number }>({ errors: {}, attempt: 0 })

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt moves the focus, even to the same error.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus()
  }, [report.attempt])

  /** True if there are no errors. */
  function reportErrors(errors: FieldErrors<F>) {
    setReport(({ attempt }) => ({ errors, attempt: attempt + 1 }))
    return Object.values(errors).every((text) => text === undefined)
  }

  function clearError(name: string) {
    setReport(({ errors, attempt }) => ({ errors: { ...errors, [name]: undefined }, attempt }))
  }

  function handleInput({ target }: FormEvent<HTMLFormElement>) {
    setEdited(true)
    if (target instanceof HTMLInputElement && report.errors[target.name as F]) clearError(target.name)
  }

  return { form, isEdited, errors: report.errors, reportErrors, clearError, handleInput }
}

/** An error that belongs to no single field, above the button and announced at once. Empty it takes no space in a gap of 4. */
export function FormAlert({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="empty:-mt-4">
      {children && (
        <p className="flex items-start gap-2.5 rounded-control bg-red-soft px-3.5 py-3 font-medium text-red">
          <Icon name="warning" className="mt-0.5 size-5" />
          <Sentences>{children}</Sentences>
        </p>
      )}
    </div>
  )
}

type SaveFailureProps = {
  failure?: string
  /** Someone else has changed it meanwhile. */
  isStale: boolean
  /** Discards the draft and starts from the current version. */
  reload: () => Promise<void>
}

/** Why a draft was not saved, above its fields. */
export function SaveFailure({ failure, isStale, reload }: SaveFailureProps) {
  return (
    <div role="alert" className="empty:hidden">
      {failure && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-control bg-red-soft p-4">
          <p className="min-w-0 flex-1 font-medium">
            <Sentences>{failure}</Sentences>
          </p>
          {isStale && (
            <Button variant="outline" onClick={() => void reload()}>
              Recarregar
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

type FormProps = {
  id?: string
  /** From `useFormErrors`, for a form whose fields have errors. */
  fields?: Pick<ReturnType<typeof useFormErrors>, 'form' | 'handleInput'>
  /** A busy form ignores further submits. */
  isBusy: boolean
  onSubmit: (data: FormData) => void
  /** The error that belongs to no single field; false for a form that never has one. */
  failure?: ReactNode
  /** Label of the usual submit button. */
  submit?: string
  submitSize?: 'medium' | 'large'
  /** Between the error and the submit button, or instead of that button. */
  actions?: ReactNode
  /** Below the submit button. */
  footer?: ReactNode
  /** The browser checks constraints such as `required` before the form is submitted. */
  hasNativeValidation?: boolean
  className?: string
  children: ReactNode
}

/** The frame of every form: fields, error, submit row. */
export function Form({ id, fields, isBusy, onSubmit, className = 'grid gap-4', children, ...rest }: FormProps) {
  const { failure, submit, submitSize, actions, footer, hasNativeValidation = false } = rest

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!isBusy) onSubmit(new FormData(event.currentTarget))
  }

  return (
    // By POST: a form that is submitted before hydration must not put its values into the URL.
    <form
      id={id}
      ref={fields?.form}
      method="post"
      noValidate={!hasNativeValidation}
      onSubmit={handleSubmit}
      onInput={fields?.handleInput}
      className={className}
    >
      {children}
      {failure !== false && <FormAlert>{failure}</FormAlert>}
      {actions}
      {submit && (
        <Button type="submit" size={submitSize} isWide isBusy={isBusy}>
          {submit}
        </Button>
      )}
      {footer}
    </form>
  )
}
