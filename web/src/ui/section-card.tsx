import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useUrlHash } from '../lib/use-url-hash.ts'
import { Icon } from './icon.tsx'

type SectionCardProps = {
  /** The hash of a link that opens it. */
  id: string
  title: string
  /** Before it is tapped. */
  isOpen?: boolean
  /** What the user can do here, in a sentence. */
  hint?: ReactNode
  children: ReactNode
}

/** One section of a settings page, opened by a tap or by a link to it. What was typed in it stays when it is closed. */
export function SectionCard({ id, title, isOpen = false, hint, children }: SectionCardProps) {
  const titleId = useId()
  const summary = useRef<HTMLElement>(null)
  const isLinked = useUrlHash() === id

  useEffect(() => {
    if (!isLinked) return
    summary.current?.scrollIntoView()
    summary.current?.focus({ preventScroll: true })
  }, [isLinked])

  return (
    <section aria-labelledby={titleId}>
      <details id={id} open={isOpen || isLinked} className="group">
        <summary
          ref={summary}
          className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 px-5 py-3 [&::-webkit-details-marker]:hidden"
        >
          <h2 id={titleId} className="text-lg md:text-xl">
            {title}
          </h2>
          <Icon name="chevron-down" className="size-5 shrink-0 text-mute transition-transform group-open:rotate-180" />
        </summary>
        <div className="px-5 pb-5">
          {hint && <p className="mb-4 text-mute">{hint}</p>}
          {children}
        </div>
      </details>
    </section>
  )
}
