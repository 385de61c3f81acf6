import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '../../../ui/icon.tsx'

type BookingLayoutProps = {
  /** Where 'back' leads, and its name. */
  back: { to: string; label: string }
  title: string
  confirmationTitle: string
  choices: ReactNode
  /** Beside the choices where there is room for it. */
  calendar: ReactNode
  strip: ReactNode
  times: ReactNode
  summary: ReactNode
  confirmation: ReactNode
  bar: ReactNode
}

function BackLink({ to, label }: BookingLayoutProps['back']) {
  return (
    <Link
      to={to}
      className="-ml-1 inline-flex min-h-9 max-w-full items-center gap-1 self-start text-mute hover:text-ink"
    >
      <Icon name="chevron-left" className="size-4.5" />
      <span className="sr-only">Voltar para </span>
      <span className="truncate">{label}</span>
    </Link>
  )
}

/** One column in the order of the choices on phones; choices, times and confirmation side by side on desks. */
export function BookingLayout({
  back,
  title,
  confirmationTitle,
  choices,
  calendar,
  strip,
  times,
  summary,
  confirmation,
  bar,
}: BookingLayoutProps) {
  return (
    <div className="-mb-4 flex min-h-[calc(100dvh-6rem)] flex-col md:-mb-6 lg:mb-0 lg:min-h-0">
      <BackLink {...back} />
      <h1 className="mb-2.5 text-2xl lg:mb-5">{title}</h1>
      <div className="grid grid-cols-1 gap-3.5 pb-6 lg:grid-cols-[19.5rem_minmax(0,1fr)_19rem] lg:items-start lg:gap-7">
        <section aria-label="Barbeiro, serviço e data" className="grid grid-cols-1 gap-4">
          <div className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card">{choices}</div>
          {calendar && <div className="rounded-card border border-line bg-card p-3">{calendar}</div>}
        </section>
        <section aria-label="Horários" className="grid grid-cols-1 gap-4">
          {strip}
          {times}
        </section>
        <section
          aria-label="Confirmação"
          className="grid gap-4 rounded-card border border-line bg-card p-5 lg:sticky lg:top-4"
        >
          <h2 className="text-xl">{confirmationTitle}</h2>
          {summary}
          <div className="max-lg:hidden">{confirmation}</div>
        </section>
      </div>
      {bar}
    </div>
  )
}
