import { formatMonth, moveMonth } from '../lib/months.ts'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

type MonthChoiceProps = {
  /** As '2026-03'. */
  month: string
  /** There is none after it. */
  last: string
  onChange: (month: string) => void
}

/** A month, with the way to the one before and after it. */
export function MonthChoice({ month, last, onChange }: MonthChoiceProps) {
  return (
    <div className="flex items-center justify-between gap-2">
      <IconButton label="Mês anterior" onClick={() => onChange(moveMonth(month, -1))}>
        <Icon name="chevron-left" />
      </IconButton>
      <h2 aria-live="polite" className="text-xl">
        {formatMonth(month)}
      </h2>
      <IconButton label="Mês seguinte" disabled={month >= last} onClick={() => onChange(moveMonth(month, 1))}>
        <Icon name="chevron-right" />
      </IconButton>
    </div>
  )
}
