import type { ReactNode } from 'react'

type VisitRowProps = {
  name: string
  text: string
  onOpen: () => void
  /** The taps that say what became of the visit. */
  children: ReactNode
}

/** A visit that waits for a tap: who, and when or how late. */
export function VisitRow({ name, text, onOpen, children }: VisitRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-2 py-1">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className="-ml-1.5 min-h-11 min-w-40 flex-1 rounded-control px-1.5 text-left hover:underline"
      >
        <span className="line-clamp-2 font-semibold wrap-anywhere">{name}</span>
        <span className="block text-sm text-mute tabular-nums wrap-anywhere">{text}</span>
      </button>
      <span className="flex gap-2">{children}</span>
    </li>
  )
}
