import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'

type PopupProps = {
  /** Names the button. */
  label: string
  trigger: ReactNode
  children: ReactNode
}

/** Tells when a press or the focus lands outside of the frame. */
function useLeaving(frame: RefObject<HTMLElement | null>, isActive: boolean, onLeave: () => void) {
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    if (!isActive) return
    function handleEvent(event: PointerEvent | FocusEvent) {
      if (!frame.current?.contains(event.target as Node)) leave()
    }
    document.addEventListener('pointerdown', handleEvent)
    document.addEventListener('focusin', handleEvent)
    return () => {
      document.removeEventListener('pointerdown', handleEvent)
      document.removeEventListener('focusin', handleEvent)
    }
  }, [frame, isActive])
}

/** A small panel below its button, right-aligned. Closes on Esc, on a press outside, on leaving it, and after any choice in it. */
export function Popup({ label, trigger, children }: PopupProps) {
  const [isOpen, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panelId = useId()

  useLeaving(frame, isOpen, () => setOpen(false))

  function handleKey({ key }: KeyboardEvent) {
    if (key !== 'Escape' || !isOpen) return
    setOpen(false)
    button.current?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to Esc on its way up.
    <div ref={frame} className="relative" onKeyDown={handleKey}>
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={() => setOpen(!isOpen)}
        className="grid size-11 place-items-center rounded-full"
      >
        <span className="sr-only">{label}</span>
        {trigger}
      </button>
      {isOpen && (
        <PopupPanel id={panelId} onChoice={() => setOpen(false)}>
          {children}
        </PopupPanel>
      )}
    </div>
  )
}

function PopupPanel({ id, onChoice, children }: { id: string; onChoice: () => void; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: closes after the choice, which is a link or button inside.
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys press those links and buttons themselves.
    <div
      id={id}
      onClick={onChoice}
      className="absolute top-full right-0 z-40 mt-2 animate-rise rounded-card border border-line bg-card shadow-float"
    >
      {children}
    </div>
  )
}
