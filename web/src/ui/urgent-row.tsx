import type { ReactNode } from 'react'
import { Link } from 'react-router'

type UrgentRowProps = {
  /** Short: it is never cut. */
  title: string
  text: string
  /** What is left of the time, as '4:05'. */
  timeLeft: string
  /** The page with everything about it. */
  to: string
  /** The one tap. */
  action: ReactNode
  /** Why the tap failed. */
  failure?: string | null
}

/** What waits for a tap before its time is over, on the band above every page. */
export function UrgentRow({ title, text, timeLeft, to, action, failure }: UrgentRowProps) {
  return (
    <div className="container-page flex animate-rise flex-wrap items-center gap-x-4 gap-y-2 py-2">
      <Link to={to} className="min-w-0 grow basis-32 rounded-small leading-snug wrap-anywhere tabular-nums">
        <span className="block font-semibold">{title}</span>
        <span className="line-clamp-3 text-sm">{text}</span>
      </Link>
      {/* Not announced each second. */}
      <span aria-hidden="true" className="text-xl font-semibold tabular-nums">
        {timeLeft}
      </span>
      {action}
      {failure && <p className="w-full text-sm font-semibold">{failure}</p>}
    </div>
  )
}
