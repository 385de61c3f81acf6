import { useEffect } from 'react'
import { createStore, useStore } from 'zustand'

export type Toast = {
  id: number
  tone: 'success' | 'error' | 'info'
  title: string
  text?: string
  action?: { label: string; onClick: () => void }
  /** Until it is dismissed or replaced. */
  stays?: boolean
}

type ToastState = {
  /** `y`: how far down on the screen the user's last input was; undefined on a new page. */
  shown: { toast?: Toast; y?: number }
  lastId: number
  /** The newest toast at the user's last input. */
  lastInput: { id: number; y?: number }
}

const store = createStore<ToastState>(() => ({ shown: {}, lastId: 0, lastInput: { id: 0 } }))

const show = (toast?: Toast) => store.setState(({ lastInput }) => ({ shown: { toast, y: lastInput.y } }))

export const noteInput = (y: number) => store.setState(({ lastId }) => ({ lastInput: { id: lastId, y } }))

/**
 * Shows a temporary message, from anywhere in the browser, instead of the one before. What the page itself states needs none, and what
 * requires an action belongs on the page.
 */
export function showToast(toast: Omit<Toast, 'id'>) {
  const id = store.getState().lastId + 1
  store.setState({ lastId: id })
  show({ ...toast, id })
  return id
}

export function dismissToast(id: number) {
  if (store.getState().shown.toast?.id === id) show()
}

/** On a new page only the toast of what led there stays: one that came after the user's last input. */
export function dismissOldToast() {
  const { shown, lastInput } = store.getState()
  store.setState({ lastInput: { id: lastInput.id } })
  show(shown.toast && shown.toast.id > lastInput.id ? shown.toast : undefined)
}

export const useShownToast = () => useStore(store, ({ shown }) => shown)

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
