import { clsx } from 'clsx'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
} from 'react'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

/** A ref for what has the focus first, instead of the close button: when its dialog opens, or when it appears in an open one. */
export function focusFirst(element: HTMLElement | null) {
  element?.toggleAttribute('autofocus', true)
  element?.focus()
}

type PanelProps = {
  isOpen: boolean
  /** Called by Esc, the close button or a click beside the panel. */
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons that stay visible below the content. */
  footer?: ReactNode
  /** Without space around the content, which may fill it: `absolute inset-0`. */
  isFlush?: boolean
}

/** The page does not scroll while a panel is open; the space of its scrollbar is kept, so that nothing moves. */
function reserveScrollbar() {
  const root = document.documentElement
  if (document.querySelector('dialog:modal')) return
  root.style.setProperty('--scrollbar', `${window.innerWidth - root.clientWidth}px`)
}

/** Opens and closes the dialog, and returns the focus to what opened it. */
function useModal(isOpen: boolean) {
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const element = dialog.current
    if (!isOpen) return element?.close()
    const opener = document.activeElement
    reserveScrollbar()
    if (!element?.open) element?.showModal()
    // Closing restores the focus by itself; being unmounted while open does not.
    return () => {
      if (!element?.isConnected && opener instanceof HTMLElement) opener.focus()
    }
  }, [isOpen])

  return dialog
}

/** Esc, a phone's Back and a click beside it: whether the dialog closes is decided by `onClose`. */
function useCloseEvents(dialog: RefObject<HTMLDialogElement | null>, { isOpen, onClose }: PanelProps) {
  return {
    onCancel(event: SyntheticEvent) {
      if (!isOwn(event)) return
      event.preventDefault()
      onClose()
    },
    /** Before the browser does: it closes a dialog at the second Esc without a cancelable event. */
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
      event.preventDefault()
      onClose()
    },
    /** The browser has closed it, for example at the second Back. */
    onClose(event: SyntheticEvent) {
      if (!isOwn(event) || !isOpen) return
      dialog.current?.showModal()
      onClose()
    },
    onClick: (event: SyntheticEvent) => isOwn(event) && onClose(),
  }
}

/** The browser's modal dialog: it traps the focus and restores it, at no cost in bytes. The content is rendered only while it is open. */
function Panel(props: PanelProps & { className: string }) {
  const { isOpen, onClose, title, children, footer, isFlush, className } = props
  const dialog = useModal(isOpen)
  const titleId = useId()

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      {...useCloseEvents(dialog, props)}
      className={clsx('panel fixed m-0 border-line bg-card text-left text-ink shadow-float', className)}
    >
      {isOpen && (
        <div className="flex max-h-[inherit] min-h-full flex-col">
          <PanelHeader titleId={titleId} title={title} onClose={onClose} />
          {/* Relative: what is hidden but for screen readers below the fold would make the dialog itself scroll. */}
          <div className={clsx('relative min-h-0 flex-1 overflow-y-auto overscroll-contain', !isFlush && 'p-5')}>
            {children}
          </div>
          {footer && <footer className="flex flex-wrap justify-end gap-2 border-t border-line p-4">{footer}</footer>}
        </div>
      )}
    </dialog>
  )
}

function PanelHeader({ titleId, title, onClose }: Pick<PanelProps, 'title' | 'onClose'> & { titleId: string }) {
  return (
    <div className="flex items-center justify-between gap-4 border-b border-line py-2 pr-2 pl-5">
      <h2 id={titleId} className="min-w-0 text-xl wrap-anywhere">
        {title}
      </h2>
      <IconButton label="Fechar" onClick={onClose}>
        <Icon name="close" />
      </IconButton>
    </div>
  )
}

/** Not of a dialog or of a file picker inside. */
function isOwn({ target, currentTarget }: SyntheticEvent) {
  return target === currentTarget
}

const widths = { narrow: 'max-w-md', medium: 'max-w-xl', wide: 'max-w-4xl' }

type DialogProps = PanelProps & {
  width?: keyof typeof widths
  /** For long forms: fills a phone's screen. */
  isFullOnPhone?: boolean
}

/** Centered; at the bottom of the screen on a phone. */
export function Dialog({ width = 'narrow', isFullOnPhone = false, ...panel }: DialogProps) {
  const position =
    'inset-x-0 top-auto bottom-0 mx-auto w-full max-h-[92dvh] rounded-t-hero border-t md:inset-0 md:m-auto md:h-fit md:rounded-hero md:border'
  const full = 'max-md:h-dvh max-md:max-h-dvh max-md:max-w-none max-md:rounded-none max-md:border-0'
  return <Panel {...panel} className={clsx(position, widths[width], isFullOnPhone && full)} />
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
