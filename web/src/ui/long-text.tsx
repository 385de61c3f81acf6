import type { ReactNode } from 'react'

export type TextSection = { id: string; title: string; content: ReactNode }

type LongTextProps = { title: string; lead: ReactNode; note?: string; sections: readonly TextSection[] }

/** A page of text with a readable line length; its table of contents is beside it on a desktop, above it on a phone. */
export function LongText({ title, lead, note, sections }: LongTextProps) {
  return (
    <article className="mx-auto max-w-5xl py-2 md:py-8">
      <header className="max-w-2xl">
        <h1 className="text-3xl md:text-4xl">{title}</h1>
        <div className="mt-4 text-lg text-mute">{lead}</div>
        {note && <p className="mt-3 text-sm text-mute">{note}</p>}
      </header>
      <div className="mt-8 grid gap-8 md:mt-12 lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-14">
        <nav aria-label="Nesta página" className="lg:sticky lg:top-6 lg:self-start">
          <ol className="grid gap-x-6 border-l-2 border-line text-sm sm:max-lg:grid-cols-2">
            {sections.map(({ id, title: name }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="-ml-0.5 flex min-h-11 items-center border-l-2 border-transparent pl-4 text-mute transition-colors hover:border-red hover:text-ink lg:min-h-9"
                >
                  {name}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="grid max-w-2xl gap-10">
          {sections.map(({ id, title: name, content }) => (
            <section key={id} id={id} className="scroll-mt-6">
              <h2 className="text-xl">{name}</h2>
              <div className="mt-3 grid gap-3 [&_a]:text-navy [&_a]:underline [&_li]:mt-1.5 [&_ul]:list-disc [&_ul]:pl-5">
                {content}
              </div>
            </section>
          ))}
        </div>
      </div>
    </article>
  )
}
