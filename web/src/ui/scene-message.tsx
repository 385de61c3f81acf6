import type { ReactNode } from 'react'
import { EmptyChair } from './empty-chair.tsx'

type SceneMessageProps = {
  /** A few letters for the mirror. */
  mirror: string
  title: string
  children: ReactNode
  actions: ReactNode
  /** Announced at once. */
  isAlert?: boolean
}

/** A whole page that has only one thing to say. */
export function SceneMessage({ mirror, title, children, actions, isAlert = false }: SceneMessageProps) {
  return (
    <section className="grid items-center gap-8 py-4 md:grid-cols-2 md:gap-14 md:py-12">
      <EmptyChair text={mirror} />
      <div role={isAlert ? 'alert' : undefined}>
        <h1 className="text-3xl md:text-4xl">{title}</h1>
        <p className="mt-4 max-w-md text-lg text-mute">{children}</p>
        <div className="mt-8 flex flex-wrap gap-3">{actions}</div>
      </div>
    </section>
  )
}
