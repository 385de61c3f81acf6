import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { controlClass } from './field-frame.tsx'
import { Icon } from './icon.tsx'

type Option = { value: string; label: string; isDisabled?: boolean }
type SelectProps = Omit<ComponentProps<'select'>, 'onChange'> & {
  options: readonly Option[]
  onChange: (value: string) => void
}

/** The native select: the best one on a phone, and known to every screen reader. Needs a label or `aria-label`. */
export function Select({ options, onChange, className, ...rest }: SelectProps) {
  return (
    <span className="relative inline-grid w-full items-center">
      <select
        {...rest}
        onChange={(event) => onChange(event.target.value)}
        className={clsx(controlClass, 'appearance-none truncate pr-10', className ?? 'border-line')}
      >
        {options.map(({ value, label, isDisabled }) => (
          <option key={value} value={value} disabled={isDisabled} className="bg-card text-ink">
            {label}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" className="pointer-events-none absolute right-3 size-4.5 text-mute" />
    </span>
  )
}
