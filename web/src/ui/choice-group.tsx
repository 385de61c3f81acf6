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
