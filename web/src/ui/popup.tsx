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
  /** Accessible name of the button. */
  label: string
  trigger: ReactNode
  children: ReactNode
}

/** Calls back when a press or the focus is outside of the frame. */
function useOutsideInteraction(frame: RefObject<HTMLElement | null>, isActive: boolean, onOutside: () => void) {
  const handleOutside = useEffectEvent(onOutside)
  useEffect(() => {
    if (!isActive) return
    function handleEvent(event: PointerEvent | FocusEvent) {
      if (!frame.current?.contains(event.target as Node)) handleOutside()
    }
    document.addEventListener('pointerdown', handleEvent)
    document.addEventListener('focusin', handleEvent)
    return () => {
      document.removeEventListener('pointerdown', handleEvent)
      document.removeEventListener('focusin', handleEvent)
    }
  }, [frame, isActive])
}

/** A small panel below its button, right-aligned. Closes on Esc, on a press or focus outside, and after any click inside. */
export function Popup({ label, trigger, children }: PopupProps) {
  const [isOpen, setOpen] = useState(false)
  const frame = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panelId = useId()

  useOutsideInteraction(frame, isOpen, () => setOpen(false))

  function handleKey({ key }: KeyboardEvent) {
    if (key !== 'Escape' || !isOpen) return
    setOpen(false)
    button.current?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only handles Esc as it bubbles.
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
        <PopupPanel id={panelId} onClick={() => setOpen(false)}>
          {children}
        </PopupPanel>
      )}
    </div>
  )
}

function PopupPanel({ id, onClick, children }: { id: string; onClick: () => void; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: closes after a click on a link or button inside.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard activates those links and buttons themselves.
    <div
      id={id}
      onClick={onClick}
      className="absolute top-full right-0 z-40 mt-2 animate-rise rounded-card border border-line bg-card shadow-float"
    >
      {children}
    </div>
  )
}
