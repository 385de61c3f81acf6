import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type Option<T> = { value: T; label: ReactNode; isDisabled?: boolean }

type ChoiceGroupProps<T> = {
  /** Name of the group; visible unless `isLegendHidden`. */
  legend: string
  isLegendHidden?: boolean
  options: readonly Option<T>[]
  value: T | undefined
  /** Selecting the selected option again clears the selection. */
  onChange: (value: T | undefined) => void
}

/** Chips of which at most one is selected. */
export function ChoiceGroup<T extends string | number>(props: ChoiceGroupProps<T>) {
  const { legend, isLegendHidden = false, options, value, onChange } = props
  return (
    <fieldset className="min-w-0">
      <legend className={isLegendHidden ? 'sr-only' : 'mb-2.5 font-semibold'}>{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => {
          const isChosen = option.value === value
          return (
            <button
              key={option.value}
              type="button"
              aria-pressed={isChosen}
              disabled={option.isDisabled}
              onClick={() => onChange(isChosen ? undefined : option.value)}
              className={clsx(
                'min-h-11 rounded-control border px-3.5 text-sm font-medium transition-colors disabled:opacity-50',
                isChosen ? 'border-ink bg-ink text-paper' : 'border-line bg-card hover:border-edge',
              )}
            >
              {option.label}
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}

type SegmentedProps<T> = {
  label: string
  options: readonly { value: T; label: string; icon?: ReactNode }[]
  value: T
  onChange: (value: T) => void
}

/** Two or three views of the same thing, exactly one selected. With an icon the label is for screen readers only. */
export function Segmented<T extends string>({ label, options, value, onChange }: SegmentedProps<T>) {
  return (
    <fieldset aria-label={label} className="inline-flex rounded-control border border-line bg-card p-0.5">
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
