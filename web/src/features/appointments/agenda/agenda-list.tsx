import type { Appointment } from '@na-regua/contract/appointments'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ReactNode, useDeferredValue, useEffect, useRef } from 'react'
import { formatCount, formatLocalDate } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useNow } from '../../../lib/use-now.ts'
import { useLinkedElement } from '../../../lib/use-url-hash.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { RulerSkeleton, Skeleton } from '../../../ui/loading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageNavigation } from '../../../ui/pagination.tsx'
import { StaleNotice } from '../../../ui/stale-notice.tsx'
import { AppointmentCard, HistoryRow } from './appointment-card.tsx'
import { type AgendaPage, agendaQuery } from './queries.ts'
import { type AgendaFilters, type AgendaSide, groupByTime } from './rules.ts'

/** What a phone shows at once. */
const FIRST_ROWS = 2

type AgendaListProps = {
  side: AgendaSide
  filters: AgendaFilters
  onPage: (page: number) => void
  actionsFor: (appointment: Appointment, now: Date) => ReactNode
  onClearDate: () => void
}

function Loading() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Carregando agendamentos...</span>
      {[0, 1, 2].map((row) => (
        <div key={row} className="grid gap-3 rounded-card border border-line bg-card p-5">
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
  isHistory: boolean
  appointments: readonly Appointment[]
  maxRows: number
  now: Date
}

/** Customers see what is over as one line each. */
function CardGroup({ title, isTitleShown, isHistory, appointments, maxRows, side, now, actionsFor }: CardGroupProps) {
  const isList = isHistory && side === 'customer'
  const Row = isList ? HistoryRow : AppointmentCard
  return (
    <section aria-label={title}>
      <h2 className={isTitleShown ? 'mb-3 text-xl' : 'sr-only'}>{title}</h2>
      <ul
        className={isList ? 'divide-y divide-line rounded-card border border-line bg-card' : 'grid grid-cols-1 gap-4'}
      >
        {appointments.slice(0, maxRows).map((appointment) => (
          <li key={appointment.id}>
            <Row appointment={appointment} side={side} now={now} actions={actionsFor(appointment, now)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One page of the agenda. The previous page stays visible until the next one is loaded. */
export function AgendaList(props: AgendaListProps) {
  const { side, filters, onPage } = props
  const frame = useRestoredFocus<HTMLDivElement>()
  useLinkedElement()
  const agenda = useQuery({ ...agendaQuery(side, filters), placeholderData: keepPreviousData })
  const { data, isError, isPlaceholderData, refetch } = agenda
  // A list that is there from the beginning, as without network: the first screen is painted before the rest is rendered.
  const maxRows = useDeferredValue(Number.POSITIVE_INFINITY, FIRST_ROWS)
  const lastPage = data?.pagination.totalPages ?? filters.page

  // The last appointment of a page was cancelled, or the URL names a page that does not exist.
  useEffect(() => {
    if (!isPlaceholderData && filters.page > lastPage) onPage(lastPage)
  })

  return (
    <div ref={frame} tabIndex={-1} className="outline-none">
      {data && <StaleNotice of={agenda} className="mb-4" />}
      {data ? (
        <Page {...props} data={data} isPlaceholderData={isPlaceholderData} maxRows={maxRows} />
      ) : isError ? (
        <Failure onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </div>
  )
}

type AgendaPageProps = AgendaListProps & { data: AgendaPage; isPlaceholderData: boolean; maxRows: number }

function Page({ side, filters, onPage, actionsFor, onClearDate, data, isPlaceholderData, maxRows }: AgendaPageProps) {
  const now = useNow()
  const { total, totalPages } = data.pagination
  if (total === 0) return <EmptyAgenda side={side} filters={filters} onClearDate={onClearDate} />
  return (
    <div aria-busy={isPlaceholderData} className={clsx('transition-opacity', isPlaceholderData && 'opacity-60')}>
      <p role="status" className="mb-3 text-sm text-mute">
        {formatCount(total, 'agendamento', 'agendamentos')}
      </p>
      <div className="grid grid-cols-1 gap-6">
        {groupByTime(data.appointments, filters, now).map((group) => (
          <CardGroup key={group.title} {...group} side={side} now={now} actionsFor={actionsFor} maxRows={maxRows} />
        ))}
      </div>
      <div className="mt-6">
        <PageNavigation label="Páginas de agendamentos" page={filters.page} totalPages={totalPages} onChange={onPage} />
      </div>
    </div>
  )
}

/**
 * Restores the focus when the focused button was removed: to its card, or to the list when the card is gone as well.
 * Otherwise the next Tab would start at the top of the page.
 */
function useRestoredFocus<E extends HTMLElement>() {
  const frame = useRef<E>(null)
  const last = useRef<{ element: Element; cardId: string | undefined }>(undefined)

  useEffect(() => {
    const list = frame.current
    function remember({ target }: FocusEvent) {
      if (target instanceof Element) last.current = { element: target, cardId: target.closest('article')?.id }
    }
    list?.addEventListener('focusin', remember)
    return () => list?.removeEventListener('focusin', remember)
  }, [])

  useEffect(() => {
    if (!last.current || last.current.element.isConnected || document.activeElement !== document.body) return
    const card = last.current.cardId && document.getElementById(last.current.cardId)
    const target = card || frame.current
    target?.focus({ preventScroll: true })
  })

  return frame
}

const titles: Record<'customer' | 'staff', Partial<Record<AgendaFilters['status'], string>>> = {
  customer: {
    all: 'Você ainda não tem agendamentos',
    scheduled: 'Nenhum agendamento esperando resposta',
    confirmed: 'Nenhum agendamento confirmado',
    completed: 'Nenhum atendimento concluído ainda',
    cancelled: 'Nenhum agendamento cancelado',
  },
  staff: {
    all: 'Nenhum agendamento ainda',
    pending: 'Nenhum pedido esperando resposta',
    confirmed: 'Nenhum agendamento confirmado',
    completed: 'Nenhum atendimento concluído ainda',
    cancelled: 'Nenhum agendamento cancelado',
  },
}

const texts: Record<AgendaSide, string> = {
  customer: 'Escolha uma barbearia perto de você e marque em menos de um minuto.',
  barber: 'Quando um cliente marcar com você, o pedido aparece aqui na hora.',
  owner: 'Quando um cliente marcar em uma das suas barbearias, o pedido aparece aqui na hora.',
}

type EmptyAgendaProps = { side: AgendaSide; filters: AgendaFilters; onClearDate: () => void }

/** Why the list is empty, and the next step. */
function EmptyAgenda({ side, filters, onClearDate }: EmptyAgendaProps) {
  if (filters.date) {
    const clear = (
      <Button variant="outline" onClick={onClearDate}>
        Limpar data
      </Button>
    )
    return <Notice icon="calendar" title={`Nada em ${formatLocalDate(filters.date)}`} action={clear} />
  }
  const search = side === 'customer' && (
    <ButtonLink to={paths.home()} variant="ink">
      Encontrar barbearias
    </ButtonLink>
  )
  return (
    <Notice
      icon="calendar"
      title={titles[side === 'customer' ? 'customer' : 'staff'][filters.status] ?? 'Nenhum agendamento'}
      action={search}
    >
      {filters.status === 'all' && texts[side]}
    </Notice>
  )
}
