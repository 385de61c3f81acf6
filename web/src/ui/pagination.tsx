import { clsx } from 'clsx'
import { useRef } from 'react'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'

/**
 * A button that is disabled by its own click loses the focus to the top of the page: moves it to the first enabled button of
 * the group.
 */
export function restoreFocusIn(group: HTMLElement | null) {
  requestAnimationFrame(() => {
    const active = document.activeElement
    const isLost = active === document.body || (active instanceof HTMLButtonElement && active.disabled)
    if (isLost) group?.querySelector<HTMLButtonElement>('button:enabled')?.focus({ preventScroll: true })
  })
}

const BUTTONS = 5

/** At most five pages around the current one. */
export function pagesAround(page: number, totalPages: number) {
  const count = Math.min(BUTTONS, totalPages)
  const first = Math.max(1, Math.min(page - Math.floor(BUTTONS / 2), totalPages - count + 1))
  return Array.from({ length: count }, (_, index) => first + index)
}

type PaginationProps = { label: string; page: number; totalPages: number; onChange: (page: number) => void }

export function PageNavigation({ label, page, totalPages, onChange }: PaginationProps) {
  const nav = useRef<HTMLElement>(null)
  if (totalPages <= 1) return null

  function goTo(target: number) {
    onChange(Math.min(totalPages, Math.max(1, target)))
    restoreFocusIn(nav.current)
  }

  return (
    <nav ref={nav} aria-label={label} className="flex items-center justify-center gap-1">
      <IconButton label="Página anterior" disabled={page <= 1} onClick={() => goTo(page - 1)}>
        <Icon name="chevron-left" />
      </IconButton>
      {pagesAround(page, totalPages).map((number) => (
        <button
          key={number}
          type="button"
          aria-label={`Página ${number}`}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => goTo(number)}
          className={clsx(
            'size-11 rounded-control font-semibold tabular-nums transition-colors',
            number === page ? 'bg-ink text-paper' : 'hover:bg-sunken',
          )}
        >
          {number}
        </button>
      ))}
      <IconButton label="Próxima página" disabled={page >= totalPages} onClick={() => goTo(page + 1)}>
        <Icon name="chevron-right" />
      </IconButton>
    </nav>
  )
}
