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

const MAX_TOASTS = 3
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

/** Shows a temporary message, from anywhere in the browser. What requires an action belongs on the page instead. */
export function showToast(toast: Omit<Toast, 'id'>) {
  lastId += 1
  change([...toasts, { ...toast, id: lastId }].slice(-MAX_TOASTS))
  return lastId
}

export function dismissToast(id: number) {
  change(toasts.filter((toast) => toast.id !== id))
}

function useToasts() {
  return useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  )
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
  const toasts = useToasts()
  const region = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const list = region.current
    if (!list?.showPopover) return
    if (toasts.length > 0 && document.querySelector('dialog:modal')) list.hidePopover()
    if (!list.matches(':popover-open')) list.showPopover()
  }, [toasts])

  return (
    <div
      ref={region}
      popover="manual"
      role="status"
      aria-live="polite"
      aria-label="Avisos"
      className="pointer-events-none fixed inset-x-0 top-0 bottom-auto m-0 mx-auto grid w-full max-w-md gap-2 border-0 bg-transparent p-4 text-ink md:top-auto md:right-0 md:bottom-0 md:left-auto"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  )
}
