import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type SegmentedProps<T> = {
  label: string
  options: readonly { value: T; label: string; icon?: ReactNode }[]
  value: T
  onChange: (value: T) => void
}

/** Two or three views of the same thing, exactly one selected. With an icon the label is for screen readers only. */
export function Segmented<T extends string>({ label, options, value, onChange }: SegmentedProps<T>) {
  return (
    <fieldset aria-label={label} className="inline-flex flex-wrap rounded-control border border-line bg-card p-0.5">
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          aria-label={option.icon ? option.label : undefined}
          onClick={() => onChange(option.value)}
          className={clsx(
            'inline-grid min-h-11 min-w-11 place-items-center rounded-[0.5rem] px-3 text-sm font-semibold transition-colors',
            option.value === value ? 'bg-ink text-paper' : 'text-mute hover:text-ink',
          )}
        >
          {option.icon ?? option.label}
        </button>
      ))}
    </fieldset>
  )
}
