import { clsx } from 'clsx'

export function Spinner({ className = 'size-6' }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={clsx('animate-spin', className)}>
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity="0.25" strokeWidth="2.5" />
      <path d="M12 3a9 9 0 0 1 9 9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  )
}

type LoadingMessageProps = {
  children: string
  /** Fills the screen, so that the footer stays below the fold and nothing moves when the page is rendered. */
  isPage?: boolean
}

/** A loading indicator that is announced to screen readers. */
export function LoadingMessage({ children, isPage = false }: LoadingMessageProps) {
  return (
    <div
      role="status"
      className={clsx('grid content-start justify-items-center gap-4 py-16 text-mute', isPage && 'min-h-svh')}
    >
      <div className="ruler-wait h-4 w-40 animate-sweep" />
      <p>{children}</p>
    </div>
  )
}

/** Stands for a part of the page whose code could not be loaded. */
export function MissingPart() {
  return <p role="alert">Não foi possível carregar. Recarregue a página.</p>
}

/** A placeholder for loading content; decorative, so the loading state must be announced elsewhere. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={clsx('rounded-control bg-sunken', className)} />
}

/** The ruler while its slots are loading. */
export function RulerSkeleton({ className = 'h-4' }: { className?: string }) {
  return <div aria-hidden="true" className={clsx('ruler-wait w-full animate-sweep', className)} />
}
