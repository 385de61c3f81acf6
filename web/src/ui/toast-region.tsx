import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { Sentences } from './sentences.tsx'
import { dismissToast, noteInput, type Toast, useShownToast } from './toast.tsx'

const SECONDS = { success: 5, info: 5, error: 8 }
const icons = { success: 'check', info: 'info', error: 'warning' } as const
const tones = { success: 'bg-green-soft text-green', info: 'bg-navy-soft text-navy', error: 'bg-red-soft text-red' }

const inputs = ['pointerdown', 'keydown', 'popstate']

function handleInput(event: Event) {
  noteInput((event as PointerEvent).clientY ?? document.activeElement?.getBoundingClientRect().top ?? 0)
}

/** Observes when the user last did something, and where. */
function useInputs() {
  useEffect(() => {
    for (const type of inputs) window.addEventListener(type, handleInput, true)
    return () => {
      for (const type of inputs) window.removeEventListener(type, handleInput, true)
    }
  }, [])
}

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
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 self-center">
        <div className="min-w-0 grow basis-32 wrap-anywhere">
          <p className="font-semibold">
            <Sentences>{toast.title}</Sentences>
          </p>
          {toast.text && (
            <p className="text-sm text-mute">
              <Sentences>{toast.text}</Sentences>
            </p>
          )}
        </div>
        {/* Beside the title where it fits: on a phone the page below begins there. */}
        {toast.action && (
          <button type="button" onClick={handleAction} className="-my-1 min-h-11 font-semibold text-navy underline">
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

/** As high as a toast on a phone. */
const UPPER_EDGE_PX = 112

/** Where the user does not look: on the other half of a wide screen, on a phone below what was tapped near the upper edge. */
function positionOf(y: number | undefined) {
  const isLowered = y !== undefined && y < UPPER_EDGE_PX
  const isAtTop = y !== undefined && y > window.innerHeight / 2
  // Of a phone the lower half has the main actions. Above the bar with the main action of a tablet.
  return clsx(isLowered ? 'top-28 md:top-0' : 'top-0', !isAtTop && 'md:top-auto md:bottom-18 lg:bottom-0')
}

/** Rendered once on every page: a polite live region in the top layer, so that an open dialog does not cover it. */
export function Toasts() {
  const { toast, y } = useShownToast()
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
        'pointer-events-none fixed inset-x-0 bottom-auto m-0 mx-auto w-full max-w-md overflow-visible border-0 bg-transparent p-2 text-ink md:left-auto md:mr-0 md:p-4',
        positionOf(y),
      )}
    >
      {toast && <ToastCard key={toast.id} toast={toast} />}
    </div>
  )
}
