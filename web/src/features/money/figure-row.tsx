import type { ReactNode } from 'react'
import { formatMoney } from '../../lib/format.ts'

type FigureRowProps = {
  label: ReactNode
  /** Beside the label, in small letters. */
  detail?: string | undefined
  cents: number
  onOpen: () => void
}

/** A figure that opens the entries of which it is the sum. */
export function FigureRow({ label, detail, cents, onOpen }: FigureRowProps) {
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-12 w-full items-center justify-between gap-4 px-3 py-1 text-left hover:bg-sunken"
      >
        <span className="min-w-0 wrap-anywhere">
          {label}
          {detail && <span className="block text-sm text-mute">{detail}</span>}
        </span>
        <span className="shrink-0 font-semibold tabular-nums">{formatMoney(cents)}</span>
      </button>
    </li>
  )
}

export function FigureRows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul
      aria-label={label}
      className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card empty:hidden"
    >
      {children}
    </ul>
  )
}
