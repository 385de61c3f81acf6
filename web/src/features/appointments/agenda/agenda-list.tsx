import type { Appointment } from '@na-regua/contract/appointments'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { formatCount } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { RulerSkeleton, Skeleton } from '../../../ui/skeleton.tsx'
import { AppointmentCard } from './appointment-card.tsx'
import { type AgendaPage, agendaQuery } from './queries.ts'
import { groupByTime, type Side, type View } from './rules.ts'
import { useKeptFocus } from './use-kept-focus.ts'

type AgendaListProps = {
  side: Side
  view: View
  onPage: (page: number) => void
  actionsFor: (appointment: Appointment, now: Date) => ReactNode
  /** Shown when nothing matches. */
  empty: ReactNode
}

function Loading() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Carregando agendamentos...</span>
      {[0, 1, 2].map((place) => (
        <div key={place} className="grid gap-3 rounded-card border border-line bg-card p-5">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-8 w-28" />
          <RulerSkeleton />
          <Skeleton className="h-5 w-56 max-w-full" />
        </div>
      ))}
    </div>
  )
}

function Failure({ onRetry }: { onRetry: () => void }) {
  const retry = (
    <Button variant="outline" onClick={onRetry}>
      Tentar novamente
    </Button>
  )
  return <Notice tone="error" title="Erro ao carregar agendamentos." action={retry} />
}

type CardGroupProps = Pick<AgendaListProps, 'side' | 'actionsFor'> & {
  title: string
  isTitleShown: boolean
  appointments: readonly Appointment[]
  now: Date
}

function CardGroup({ title, isTitleShown, appointments, side, now, actionsFor }: CardGroupProps) {
  return (
    <section aria-label={title}>
      <h2 className={isTitleShown ? 'mb-3 text-xl' : 'sr-only'}>{title}</h2>
      <ul className="grid gap-4">
        {appointments.map((appointment) => (
          <li key={appointment.id}>
            <AppointmentCard appointment={appointment} side={side} now={now} actions={actionsFor(appointment, now)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One page of the agenda. The one before stays in sight until the next is there. */
export function AgendaList(props: AgendaListProps) {
  const { side, view, onPage } = props
  const frame = useKeptFocus<HTMLDivElement>()
  const agenda = useQuery({ ...agendaQuery(side, view), placeholderData: keepPreviousData })
  const { data, isError, isPlaceholderData, refetch } = agenda
  const lastPage = data?.pagination.totalPages ?? view.page

  // The last one of a page was cancelled, or the address names a page that never was.
  useEffect(() => {
    if (!isPlaceholderData && view.page > lastPage) onPage(lastPage)
  })

  return (
    <div ref={frame} tabIndex={-1} className="outline-none">
      {data ? (
        <Page {...props} {...{ data, isPlaceholderData }} />
      ) : isError ? (
        <Failure onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </div>
  )
}

type AgendaPageProps = AgendaListProps & { data: AgendaPage; isPlaceholderData: boolean }

function Page({ side, view, onPage, actionsFor, empty, data, isPlaceholderData }: AgendaPageProps) {
  const now = useNow()
  const { total, totalPages } = data.pagination
  if (total === 0) return empty
  return (
    <div aria-busy={isPlaceholderData} className={classNames('transition-opacity', isPlaceholderData && 'opacity-60')}>
      <p role="status" className="mb-3 text-sm text-mute">
        {formatCount(total, 'agendamento', 'agendamentos')}
      </p>
      <div className="grid gap-6">
        {groupByTime(data.appointments, view, now).map((group) => (
          <CardGroup key={group.title} {...group} {...{ side, now, actionsFor }} />
        ))}
      </div>
      <div className="mt-6">
        <Pagination label="Páginas de agendamentos" page={view.page} totalPages={totalPages} onChange={onPage} />
      </div>
    </div>
  )
}
