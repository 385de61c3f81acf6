import { clsx } from 'clsx'
import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

type PanelProps = {
  isOpen: boolean
  /** Asked by Esc, the close button or a press beside the panel. */
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons that stay in sight below the content. */
  footer?: ReactNode
}

/** The page below stops scrolling while a panel is open; where that takes a scrollbar away, nothing may jump. */
function keepScrollbarSpace() {
  const root = document.documentElement
  if (document.querySelector('dialog:modal')) return
  root.style.setProperty('--scrollbar', `${window.innerWidth - root.clientWidth}px`)
}

/**
 * The platform's modal dialog: it keeps the focus inside, gives it back, and closes on Esc, at no cost in bytes.
 * Content exists only while it is open.
 */
function Panel({ isOpen, onClose, title, children, footer, className }: PanelProps & { className: string }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const element = dialog.current
    if (!isOpen) return element?.close()
    const opener = document.activeElement
    keepScrollbarSpace()
    if (!element?.open) element?.showModal()
    // Closing gives the focus back by itself; being taken away while open does not.
    return () => {
      if (!element?.isConnected && opener instanceof HTMLElement) opener.focus()
    }
  }, [isOpen])

  function handleCancel(event: SyntheticEvent) {
    event.preventDefault()
    onClose()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc is the keyboard's way, handled by onCancel.
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={handleCancel}
      onClick={(event) => event.target === dialog.current && onClose()}
      className={clsx('panel fixed m-0 border-line bg-card text-ink shadow-float', className)}
    >
      {isOpen && (
        <div className="flex max-h-[inherit] min-h-full flex-col">
          <PanelHeader titleId={titleId} title={title} onClose={onClose} />
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-5">{children}</div>
          {footer && <footer className="flex flex-wrap justify-end gap-2 border-t border-line p-4">{footer}</footer>}
        </div>
      )}
    </dialog>
  )
}

function PanelHeader({ titleId, title, onClose }: Pick<PanelProps, 'title' | 'onClose'> & { titleId: string }) {
  return (
    <div className="flex items-center justify-between gap-4 border-b border-line py-2 pr-2 pl-5">
      <h2 id={titleId} className="text-xl">
        {title}
      </h2>
      <IconButton label="Fechar" onClick={onClose}>
        <Icon name="close" />
      </IconButton>
    </div>
  )
}

const widths = { narrow: 'max-w-md', medium: 'max-w-xl', wide: 'max-w-4xl' }

type DialogProps = PanelProps & {
  width?: keyof typeof widths
  /** For long work: a phone's whole screen. */
  isFullOnPhone?: boolean
}

/** In the middle of the screen; on a phone it rests at the bottom, within the thumb's reach. */
export function Dialog({ width = 'narrow', isFullOnPhone = false, ...panel }: DialogProps) {
  const place =
    'inset-x-0 top-auto bottom-0 mx-auto w-full max-h-[92dvh] rounded-t-hero border-t md:inset-0 md:m-auto md:h-fit md:rounded-hero md:border'
  const full = 'max-md:h-dvh max-md:max-h-dvh max-md:max-w-none max-md:rounded-none max-md:border-0'
  return <Panel {...panel} className={clsx(place, widths[width], isFullOnPhone && full)} />
}

const sides = {
  left: 'panel-left inset-y-0 left-0 h-dvh max-h-dvh w-[min(22rem,88vw)] border-r',
  bottom: 'panel-bottom inset-x-0 bottom-0 top-auto w-full max-w-none max-h-[88dvh] rounded-t-hero border-t',
  full: 'panel-bottom inset-0 h-dvh max-h-dvh w-full max-w-none',
}

type SheetProps = PanelProps & { side?: keyof typeof sides }

/** Slides in from an edge: filters from the left, choices from the bottom, search over everything. */
export function Sheet({ side = 'bottom', ...panel }: SheetProps) {
  return <Panel {...panel} className={sides[side]} />
}
