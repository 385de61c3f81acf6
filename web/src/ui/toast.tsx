import { clsx } from 'clsx'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

type Toast = {
  id: number
  tone: 'success' | 'error' | 'info'
  title: string
  text?: string
  action?: { label: string; onClick: () => void }
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

function useShownToast() {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => none,
  )
}

const inputs = ['pointerdown', 'keydown', 'popstate']

function useInputs() {
  useEffect(() => {
    for (const type of inputs) window.addEventListener(type, handleInput, true)
    return () => {
      for (const type of inputs) window.removeEventListener(type, handleInput, true)
    }
  }, [])
}

const SECONDS = { success: 5, info: 5, error: 8 }
const icons = { success: 'check', info: 'info', error: 'warning' } as const
const tones = { success: 'bg-green-soft text-green', info: 'bg-navy-soft text-navy', error: 'bg-red-soft text-red' }

/** Dismisses a toast after a time, paused while it is hovered or focused. */
function useAutoDismiss(toast: Toast) {
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(() => dismissToast(toast.id), SECONDS[toast.tone] * 1_000)
    return () => clearTimeout(timer)
  }, [isPaused, toast])
  return setPaused
}

function ToastCard({ toast }: { toast: Toast }) {
  const setPaused = useAutoDismiss(toast)

  function handleAction() {
    toast.action?.onClick()
    dismissToast(toast.id)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering and focusing only pause the timer.
    <div
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      className="pointer-events-auto flex animate-rise items-start gap-3 rounded-card border border-line bg-card p-3 shadow-float"
    >
      <span className={clsx('grid size-9 shrink-0 place-items-center rounded-full', tones[toast.tone])}>
        <Icon name={icons[toast.tone]} />
      </span>
      <div className="min-w-0 flex-1 self-center">
        <p className="font-semibold">{toast.title}</p>
        {toast.text && <p className="text-sm text-mute">{toast.text}</p>}
        {toast.action && (
          <button type="button" onClick={handleAction} className="min-h-11 font-semibold text-navy underline">
            {toast.action.label}
          </button>
        )}
      </div>
      <IconButton label="Fechar aviso" className="-m-1" onClick={() => dismissToast(toast.id)}>
        <Icon name="close" className="size-4.5" />
      </IconButton>
    </div>
  )
}

/** Rendered once on every page: a polite live region in the top layer, so that an open dialog does not cover it. */
export function Toasts() {
  const { toast, isAtTop } = useShownToast()
  const region = useRef<HTMLDivElement>(null)
  useInputs()

  useEffect(() => {
    const list = region.current
    if (!list?.showPopover) return
    if (toast && document.querySelector('dialog:modal')) list.hidePopover()
    if (!list.matches(':popover-open')) list.showPopover()
  }, [toast])

  return (
    <div
      ref={region}
      popover="manual"
      role="status"
      aria-live="polite"
      aria-label="Avisos"
      className={clsx(
        'pointer-events-none fixed inset-x-0 m-0 mx-auto w-full max-w-md border-0 bg-transparent p-4 text-ink md:left-auto md:mr-0',
        // On a phone the bar with the main action is at the bottom.
        isAtTop ? 'top-0 bottom-auto' : 'top-auto bottom-18 lg:bottom-0',
      )}
    >
      {toast && <ToastCard key={toast.id} toast={toast} />}
    </div>
  )
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
