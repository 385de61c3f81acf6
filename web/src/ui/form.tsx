import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from './icon.tsx'

type Errors<F extends string> = Partial<Record<F, string>>

/** Errors by field name. Reporting some leads the focus to the first of them; typing in a field takes its error away. */
export function useFormErrors<F extends string>() {
  const form = useRef<HTMLFormElement>(null)
  const [report, setReport] = useState<{ errors: Errors<F>; attempt: number }>({ errors: {}, attempt: 0 })

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt leads the focus, even to the same error.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus()
  }, [report.attempt])

  /** True when there is nothing to complain about. */
  function reportErrors(errors: Errors<F>) {
    setReport(({ attempt }) => ({ errors, attempt: attempt + 1 }))
    return Object.values(errors).every((text) => text === undefined)
  }

  function clearError(name: string) {
    setReport(({ errors, attempt }) => ({ errors: { ...errors, [name]: undefined }, attempt }))
  }

  function handleInput({ target }: FormEvent<HTMLFormElement>) {
    if (target instanceof HTMLInputElement && report.errors[target.name as F]) clearError(target.name)
  }

  return { form, errors: report.errors, reportErrors, clearError, handleInput }
}

/** What no single field is to blame for, above the button and announced at once. Empty it takes no room in a form of gap-4. */
export function FormAlert({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="empty:-mt-4">
      {children && (
        <p className="flex items-start gap-2.5 rounded-control bg-red-soft px-3.5 py-3 font-medium text-red">
          <Icon name="warning" className="mt-0.5 size-5" />
          {children}
        </p>
      )}
    </div>
  )
}
