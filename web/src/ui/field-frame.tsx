import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Sentences } from './sentences.tsx'

export type FieldProps = {
  label: string
  /** The error message; marks the field as invalid. */
  error?: string
  hint?: ReactNode
}

export const controlClass =
  'w-full min-h-12 rounded-control border bg-card px-3.5 text-ink transition-colors hover:border-edge disabled:opacity-60'

export function fieldBorder(error: string | undefined) {
  return error ? 'border-red' : 'border-line'
}

type FrameProps = FieldProps & { id: string; children: ReactNode }

/** Label above, hint or error message below, linked to the control by id. */
export function FieldFrame({ id, label, error, hint, children }: FrameProps) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children}
      {(error ?? hint) && (
        <p id={`${id}-words`} className={clsx('text-sm', error ? 'font-medium text-red' : 'text-mute')}>
          <Sentences>{error ?? hint}</Sentences>
        </p>
      )}
    </div>
  )
}
