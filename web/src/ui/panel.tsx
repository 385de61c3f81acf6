import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

export type PanelProps = {
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
export function Panel({ isOpen, onClose, title, children, footer, className }: PanelProps & { className: string }) {
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
      className={classNames('panel fixed m-0 border-line bg-card text-ink shadow-float', className)}
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
