import type { ReactNode } from 'react'

/**
 * A text as `errorText` returns it: what failed, as specified, and in a line of its own why. Each is an element of its own, so that what is
 * added leaves the specified text as it is.
 */
export function Sentences({ children }: { children: ReactNode }) {
  if (typeof children !== 'string' || !children.includes('\n')) return children
  const [first, ...rest] = children.split('\n')
  return (
    <span className="block">
      <span className="block">{first}</span>
      {rest.map((sentence) => (
        <span key={sentence} className="block font-normal">
          {sentence}
        </span>
      ))}
    </span>
  )
}
