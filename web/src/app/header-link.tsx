import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

type HeaderLinkProps = { to: string; isCurrent: boolean; className?: string; children: ReactNode }

/** A link of the header, which marks the page that is open. */
export function HeaderLink({ to, isCurrent, className = 'flex', children }: HeaderLinkProps) {
  return (
    <Link
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      className={clsx(
        'relative min-h-11 items-center rounded-control px-2.5 text-[0.9375rem] font-semibold whitespace-nowrap transition-colors hover:text-ink',
        isCurrent
          ? 'text-ink after:absolute after:inset-x-2.5 after:-bottom-1.5 after:h-0.5 after:bg-red'
          : 'text-mute',
        className,
      )}
    >
      {children}
    </Link>
  )
}
