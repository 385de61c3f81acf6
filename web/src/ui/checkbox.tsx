import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { weekdays, weekdaysShort } from '../lib/format.ts'
import { Icon } from './icon.tsx'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'children'> & {
  children: ReactNode
  onChange: (isChecked: boolean) => void
}

export function Checkbox({ children, onChange, ...rest }: CheckboxProps) {
  return (
    <label className="flex min-h-11 items-center gap-3 py-1.5">
      <span className="relative grid size-5.5 shrink-0 place-items-center">
        <input
          {...rest}
          type="checkbox"
          onChange={(event) => onChange(event.target.checked)}
          className="peer size-full appearance-none rounded-small border-[1.5px] border-edge bg-card transition-colors checked:border-ink checked:bg-ink"
        />
        <Icon
          name="check"
          className="pointer-events-none absolute size-4 text-paper opacity-0 peer-checked:opacity-100"
        />
      </span>
      <span>{children}</span>
    </label>
  )
}

type ChipProps = {
  isChosen: boolean
  isDisabled?: boolean
  /** Where the content alone does not say what is chosen. */
  label?: string
  /** More about what is chosen, for screen readers. */
  description?: string | undefined
  onClick: () => void
  className?: string
  children: ReactNode
}

/** A button that stays pressed. */
export function Chip({ isChosen, isDisabled, label, description, onClick, className, children }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={label}
      aria-description={description}
      disabled={isDisabled}
      onClick={onClick}
      className={clsx(
        'min-h-11 rounded-control border text-sm transition-colors disabled:opacity-50',
        isChosen ? 'border-ink bg-ink text-paper' : 'border-line bg-card hover:border-edge',
        className,
      )}
    >
      {children}
    </button>
  )
}

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
            <Chip
              key={option.value}
              isChosen={isChosen}
              isDisabled={option.isDisabled}
              onClick={() => onChange(isChosen ? undefined : option.value)}
              className="px-3.5 font-medium"
            >
              {option.label}
            </Chip>
          )
        })}
      </div>
    </fieldset>
  )
}

type WeekdayTogglesProps = {
  /** 0 is Sunday. */
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
}

/** Seven chips in a row, any number of them chosen. */
export function WeekdayToggles({ chosen, onChange }: WeekdayTogglesProps) {
  return (
    <div className="grid max-w-md grid-cols-7 gap-1 sm:gap-2">
      {weekdaysShort.map((label, day) => {
        const isChosen = chosen.includes(day)
        return (
          <Chip
            key={label}
            isChosen={isChosen}
            onClick={() => onChange(isChosen ? chosen.filter((one) => one !== day) : [...chosen, day])}
            className="font-medium"
          >
            {label}
            <span className="sr-only">{weekdays[day]?.slice(label.length)}</span>
          </Chip>
        )
      })}
    </div>
  )
}
