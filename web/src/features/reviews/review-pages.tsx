import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { keepFocusIn } from '../../ui/keep-focus.ts'

type ReviewPagesProps = { page: number; totalPages: number; onChange: (page: number) => void }

/** Previous and next, never beyond 1 and totalPages. */
export function ReviewPages({ page, totalPages, onChange }: ReviewPagesProps) {
  const nav = useRef<HTMLElement>(null)
  if (totalPages <= 1) return null

  function goTo(target: number) {
    onChange(Math.min(totalPages, Math.max(1, target)))
    keepFocusIn(nav.current)
  }

  return (
    <nav
      ref={nav}
      aria-label="Páginas de avaliações"
      className="mt-4 flex items-center justify-between gap-3 noscript:hidden"
    >
      <Button variant="outline" disabled={page <= 1} onClick={() => goTo(page - 1)}>
        <Icon name="chevron-left" className="size-4.5" />
        Anterior
      </Button>
      <p aria-live="polite" className="text-sm whitespace-nowrap text-mute tabular-nums">
        <span className="max-sm:sr-only">Página </span>
        {page} de {totalPages}
      </p>
      <Button variant="outline" disabled={page >= totalPages} onClick={() => goTo(page + 1)}>
        Próxima
        <Icon name="chevron-right" className="size-4.5" />
      </Button>
    </nav>
  )
}
