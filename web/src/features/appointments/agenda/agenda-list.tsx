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
import { agendaQuery } from './queries.ts'
import type { Side, View } from './rules.ts'

export type AgendaListProps = {
  side: Side
  userId: string
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

/** One page of the agenda. The one before stays in sight until the next is there. */
export function AgendaList({ side, userId, view, onPage, actionsFor, empty }: AgendaListProps) {
  const now = useNow()
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...agendaQuery({ side, userId }, view),
    placeholderData: keepPreviousData,
  })
  const lastPage = data?.pagination.totalPages ?? view.page

  // The last one of a page was cancelled, or the address names a page that never was.
  useEffect(() => {
    if (!isPlaceholderData && view.page > lastPage) onPage(lastPage)
  })

  if (isError && !data) return <Failure onRetry={() => void refetch()} />
  if (!data) return <Loading />
  if (data.pagination.total === 0) return empty
  return (
    <div aria-busy={isPlaceholderData} className={classNames('transition-opacity', isPlaceholderData && 'opacity-60')}>
      <p role="status" className="mb-3 text-sm text-mute">
        {formatCount(data.pagination.total, 'agendamento', 'agendamentos')}
      </p>
      <ul className="grid gap-4">
        {data.appointments.map((appointment) => (
          <li key={appointment.id}>
            <AppointmentCard appointment={appointment} side={side} now={now} actions={actionsFor(appointment, now)} />
          </li>
        ))}
      </ul>
      <div className="mt-6">
        <Pagination label="Páginas de agendamentos" page={view.page} totalPages={lastPage} onChange={onPage} />
      </div>
    </div>
  )
}
