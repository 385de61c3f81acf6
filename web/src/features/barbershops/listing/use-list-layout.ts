import { useSyncExternalStore } from 'react'
import type { CardLayout } from '../card/barbershop-card.tsx'

const KEY = 'listLayout'
const listeners = new Set<() => void>()
let chosen: CardLayout | undefined

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function read(): CardLayout {
  try {
    chosen ??= localStorage.getItem(KEY) === 'list' ? 'list' : 'grid'
  } catch {
    // Blocked storage: the choice lasts as long as the page.
  }
  return chosen ?? 'grid'
}

function choose(layout: CardLayout) {
  chosen = layout
  try {
    localStorage.setItem(KEY, layout)
  } catch {
    // As above.
  }
  for (const listener of listeners) listener()
}

/** Grid or list, remembered between visits. */
export function useListLayout() {
  return [useSyncExternalStore<CardLayout>(subscribe, read, () => 'grid'), choose] as const
}
