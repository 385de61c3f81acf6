import { useSyncExternalStore } from 'react'

export type Toast = {
  id: number
  tone: 'success' | 'error' | 'info'
  title: string
  text?: string
  action?: { label: string; onClick: () => void }
}

const MOST = 3
const none: readonly Toast[] = []
let toasts = none
let lastId = 0
const listeners = new Set<() => void>()

function change(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Says something in passing, from anywhere in the browser. What must be acted upon belongs on the page instead. */
export function showToast(toast: Omit<Toast, 'id'>) {
  lastId += 1
  change([...toasts, { ...toast, id: lastId }].slice(-MOST))
  return lastId
}

export function dismissToast(id: number) {
  change(toasts.filter((toast) => toast.id !== id))
}

export function useToasts() {
  return useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  )
}
