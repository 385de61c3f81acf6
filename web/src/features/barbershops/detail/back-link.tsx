import { Link } from 'react-router'
import { Icon } from '../../../ui/icon.tsx'

export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="-mt-3 mb-1 inline-flex min-h-11 items-center gap-2 text-sm font-semibold text-mute hover:text-ink md:-mt-4 md:mb-2"
    >
      <Icon name="arrow-left" className="size-4.5" />
      {children}
    </Link>
  )
}
