import type { ReactNode } from 'react'

/** An illustration of an empty barbershop; its mirror shows a short text. */
export function EmptyChair({ text }: { text: string }) {
  return (
    <div className="@container relative overflow-hidden rounded-hero">
      <img src="/empty-chair.svg" alt="Uma cadeira de barbeiro vazia" width="520" height="400" className="w-full" />
      <p
        aria-hidden="true"
        className="absolute top-[36%] left-[63.5%] -translate-1/2 font-display text-[14.5cqw] leading-none font-extrabold tracking-[-0.04em] text-night"
      >
        {text}
      </p>
    </div>
  )
}

type SceneMessageProps = {
  /** A few characters for the mirror. */
  mirror: string
  title: string
  children: ReactNode
  actions: ReactNode
  /** Announced at once. */
  isAlert?: boolean
}

/** A whole page with a single message. */
export function SceneMessage({ mirror, title, children, actions, isAlert = false }: SceneMessageProps) {
  return (
    <section className="grid grid-cols-1 items-center gap-8 py-4 md:grid-cols-2 md:gap-14 md:py-12">
      <EmptyChair text={mirror} />
      <div role={isAlert ? 'alert' : undefined}>
        <h1 className="text-3xl md:text-4xl">{title}</h1>
        <p className="mt-4 max-w-md text-lg text-mute">{children}</p>
        <div className="mt-8 flex flex-wrap gap-3">{actions}</div>
      </div>
    </section>
  )
}
