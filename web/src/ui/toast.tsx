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

type Shown = { toast?: Toast; isAtTop: boolean }

const none: Shown = { isAtTop: true }
let shown = none
let lastId = 0
/** The newest toast at the user's last input, and how far down on the screen that was. */
let lastInput = { id: 0, y: 0 }
const listeners = new Set<() => void>()

/** On the half of the screen where the user does not look. */
function change(toast?: Toast) {
  shown = { toast, isAtTop: lastInput.y > window.innerHeight / 2 }
  for (const listener of listeners) listener()
}

function handleInput(event: Event) {
  const y = (event as PointerEvent).clientY ?? document.activeElement?.getBoundingClientRect().top ?? 0
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

/** On a new page only the toast of what led there stays: one that came after the user's last input. What is new stands at the top. */
export function dismissOldToast() {
  const { toast } = shown
  lastInput.y = 0
  change(toast && toast.id > lastInput.id ? toast : undefined)
}

export function useShownToast() {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => none,
  )
}

const inputs = ['pointerdown', 'keydown', 'popstate']

/** Observes when the user last did something, and where. */
export function useInputs() {
  useEffect(() => {
    for (const type of inputs) window.addEventListener(type, handleInput, true)
    return () => {
      for (const type of inputs) window.removeEventListener(type, handleInput, true)
    }
  }, [])
}

type MissingDialogProps = { isOpen: boolean; onClose: () => void }

/** Stands for a dialog whose code could not be loaded. */
export function MissingDialog({ isOpen, onClose }: MissingDialogProps) {
  useEffect(() => {
    if (!isOpen) return
    showToast({ tone: 'error', title: 'Não foi possível abrir', text: 'Verifique sua conexão e recarregue a página.' })
    onClose()
  }, [isOpen, onClose])
  return null
}
