import type { Appointment } from '@na-regua/contract/appointments'
import { type KeyboardEvent, useState } from 'react'
import type { groupByTime, StaffSide } from '../agenda/rules.ts'
import type { UndoableChanges } from '../day/use-undoable-changes.ts'

export type RowsProps = {
  side: StaffSide
  groups: ReturnType<typeof groupByTime>
  now: Date
  changes: UndoableChanges
  selection: Selection
  /** Of one day, so that no row says which. */
  isDay: boolean
  /** Of several barbershops. */
  hasShops: boolean
  onOpen: (id: string) => void
}

/** Which of the requests of the page are selected. */
export function useSelection(requests: readonly Appointment[]) {
  const [ids, setIds] = useState<readonly string[]>([])
  const selected = requests.filter(({ id }) => ids.includes(id))
  return {
    requests,
    selected,
    isSelected: (id: string) => selected.some((one) => one.id === id),
    isSelectable: (id: string) => requests.some((one) => one.id === id),
    toggle: (id: string) => setIds(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]),
    toggleAll: () => setIds(selected.length === requests.length ? [] : requests.map(({ id }) => id)),
    clear: () => setIds([]),
  }
}

export type Selection = ReturnType<typeof useSelection>

const rowMoves: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }

function focusRow(from: HTMLElement, step: number) {
  const rows = [...(from.closest('[data-rows]')?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  rows[rows.indexOf(from) + step]?.focus()
}

/** The handlers of the button of a row: arrows, or j and k, go to the next one, the space bar selects. Enter opens, as of any button. */
export function handleRowKeys(onToggle: (() => void) | undefined) {
  return {
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const step = rowMoves[event.key]
      const isSpace = event.key === ' ' && onToggle !== undefined
      if (event.ctrlKey || event.metaKey || event.altKey || (!step && !isSpace)) return
      event.preventDefault()
      if (step) focusRow(event.currentTarget, step)
      else onToggle?.()
    },
    /** A button is pressed when the space bar is released. */
    onKeyUp(event: KeyboardEvent<HTMLElement>) {
      if (event.key === ' ' && onToggle) event.preventDefault()
    },
  }
}
