import type { UseMutationResult } from '@tanstack/react-query'
import { useReducer } from 'react'

/**
 * For a control that is saved at once: shows what was chosen until its save has ended, then what is stored. React puts a controlled
 * input back at the end of the event unless it was rendered with its new value by then, and a mutation notifies only later.
 */
export function useSavedChoice<T, Saved>(stored: T, saving: UseMutationResult<Saved, Error, T>) {
  const [, renderNow] = useReducer((count: number) => count + 1, 0)
  function choose(chosen: T) {
    saving.mutate(chosen)
    renderNow()
  }
  return { shown: saving.isPending ? saving.variables : stored, choose }
}
