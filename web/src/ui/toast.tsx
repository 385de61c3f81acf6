import { useEffect, useSyncExternalStore } from 'react'

export type Toast = {
  id: number
  tone: 'success' | 'error' | 'info'
  title: string
  text?: string
  action?: { label: string; onClick: () => void }
  /** Until it is dismissed or replaced. */
  stays?: boolean
}

/** `y`: how far down on the screen the user's last input was; undefined on a new page. */
type Shown = { toast?: Toast; y?: number }

const none: Shown = {}
let shown = none
let lastId = 0
/** The newest toast at the user's last input. */
let lastInput: { id: number; y?: number } = { id: 0 }
const listeners = new Set<() => void>()

function change(toast?: Toast) {
  shown = { toast, y: lastInput.y }
  for (const listener of listeners) listener()
}

export function noteInput(y: number) {
  lastInput = { id: lastId, y }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/**
 * Shows a temporary message, from anywhere in the browser, instead of the one before. What the page itself states needs none, and what
 * requires an action belongs on the page.
 */
export function showToast(toast: Omit<Toast, 'id'>) {
  lastId += 1
  change({ ...toast, id: lastId })
  return lastId
}

export function dismissToast(id: number) {
  if (shown.toast?.id === id) change()
}

/** On a new page only the toast of what led there stays: one that came after the user's last input. */
export function dismissOldToast() {
  const { toast } = shown
  lastInput.y = undefined
  change(toast && toast.id > lastInput.id ? toast : undefined)
}

export function useShownToast() {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => none,
  )
}

type MissingDialogProps = { isOpen?: boolean; onClose: () => void }

/** Stands for a dialog whose code could not be loaded. */
export function MissingDialog({ isOpen = true, onClose }: MissingDialogProps) {
  useEffect(() => {
    if (!isOpen) return
    showToast({ tone: 'error', title: 'Não foi possível abrir', text: 'Verifique sua conexão e recarregue a página.' })
    onClose()
  }, [isOpen, onClose])
  return null
}
