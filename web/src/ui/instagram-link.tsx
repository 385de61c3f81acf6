import type { ReactNode } from 'react'
import { instagramHref } from '../lib/instagram.ts'
import { Icon } from './icon.tsx'

type InstagramLinkProps = { handle: string; className: string; children: ReactNode }

/** Opens the profile in a new tab. Search engines do not take it for a recommendation of ours. */
export function InstagramLink({ handle, className, children }: InstagramLinkProps) {
  return (
    <a href={instagramHref(handle)} target="_blank" rel="noopener noreferrer nofollow" className={className}>
      <Icon name="instagram" />
      {children}
      <span className="sr-only">(abre em nova aba)</span>
    </a>
  )
}
