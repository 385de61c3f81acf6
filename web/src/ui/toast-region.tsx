import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { dismissToast, type Toast, useInputs, useShownToast } from './toast.tsx'

const SECONDS = { success: 5, info: 5, error: 8 }
const icons = { success: 'check', info: 'info', error: 'warning' } as const
const tones = { success: 'bg-green-soft text-green', info: 'bg-navy-soft text-navy', error: 'bg-red-soft text-red' }

/** Dismisses a toast after a time, paused while it is hovered or focused, unless it stays. */
function useAutoDismiss(toast: Toast) {
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    if (isPaused || toast.stays) return
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
