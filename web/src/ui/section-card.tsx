import { type ReactNode, useId } from 'react'

type SectionCardProps = {
  title: string
  /** What the user can do here, in a sentence. */
  hint?: ReactNode
  children: ReactNode
}

/** One section of a settings page. */
export function SectionCard({ title, hint, children }: SectionCardProps) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="rounded-card border border-line bg-card p-5 md:p-6">
      <h2 id={titleId} className="text-xl">
        {title}
      </h2>
      {hint && <p className="mt-1 text-mute">{hint}</p>}
      <div className="mt-4">{children}</div>
    </section>
  )
}
