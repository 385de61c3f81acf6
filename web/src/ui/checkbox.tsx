import type { ComponentProps, ReactNode } from 'react'
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
