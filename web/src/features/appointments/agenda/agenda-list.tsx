import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatCount, formatLocalDate } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useLinkedElement } from '../../../lib/use-url-hash.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageNavigation } from '../../../ui/pagination.tsx'
import { type AgendaPage, agendaQuery } from './queries.ts'
import { type AgendaFilters, type AgendaSide, describeHiddenFilters, noHiddenFilters } from './rules.ts'

type AgendaListProps = {
  side: AgendaSide
  filters: AgendaFilters
  onChange: (change: Partial<AgendaFilters>) => void
  /** Stands for the rows while they load. */
  skeleton: ReactNode
  /** Stands for the rows where there are none, instead of why. */
  empty?: ReactNode
  /** Renders the rows of a page. */
  children: (page: AgendaPage) => ReactNode
}

function Failure({ onRetry }: { onRetry: () => void }) {
  const retry = (
    <Button variant="outline" onClick={onRetry}>
      Tentar novamente
    </Button>
  )
  return <Notice tone="error" title="Erro ao carregar agendamentos." action={retry} />
}

/** One page of the agenda. The previous page stays visible until the next one is loaded. */
export function AgendaList(props: AgendaListProps) {
  const { side, filters, onChange } = props
  const frame = useRestoredFocus<HTMLDivElement>()
  useLinkedElement()
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...agendaQuery(side, filters),
    placeholderData: keepPreviousData,
  })
  const lastPage = data?.pagination.totalPages ?? filters.page

  // The last appointment of a page was cancelled, or the URL names a page that does not exist.
  useEffect(() => {
    if (!isPlaceholderData && filters.page > lastPage) onChange({ page: lastPage })
  })

  return (
    <div ref={frame} tabIndex={-1} className="outline-none">
      {data ? (
        <Page {...props} data={data} isPlaceholderData={isPlaceholderData} />
      ) : isError ? (
        <Failure onRetry={() => void refetch()} />
      ) : (
        <div role="status">
          <span className="sr-only">Carregando agendamentos...</span>
          {props.skeleton}
        </div>
      )}
    </div>
  )
}

type AgendaPageProps = AgendaListProps & { data: AgendaPage; isPlaceholderData: boolean }

/** Another page begins at the top of the list. */
function Page({ side, filters, onChange, empty, children, data, isPlaceholderData }: AgendaPageProps) {
  const list = useRef<HTMLDivElement>(null)
  const { total, totalPages } = data.pagination
  if (total === 0) return empty ?? <EmptyAgenda side={side} filters={filters} onChange={onChange} />

  function handlePage(page: number) {
    onChange({ page })
    list.current?.scrollIntoView({ block: 'start' })
  }

  return (
    <div
      ref={list}
      aria-busy={isPlaceholderData}
      className={clsx('scroll-mt-40 transition-opacity', isPlaceholderData && 'opacity-60')}
    >
      <p role="status" className="mb-3 text-sm text-mute">
        {formatCount(total, 'agendamento', 'agendamentos')}
      </p>
      {children(data)}
      <div className="mt-6">
        <PageNavigation
          label="Páginas de agendamentos"
          page={filters.page}
          totalPages={totalPages}
          onChange={handlePage}
        />
      </div>
    </div>
  )
}

/**
 * Restores the focus when the focused button was removed: to its card or row, or to the list when that is gone as well.
 * Otherwise the next Tab would start at the top of the page.
 */
export function useRestoredFocus<E extends HTMLElement>() {
  const frame = useRef<E>(null)
  const last = useRef<{ element: Element; cardId: string | undefined }>(undefined)

  useEffect(() => {
    const list = frame.current
    function remember({ target }: FocusEvent) {
      if (target instanceof Element) last.current = { element: target, cardId: target.closest('[id^="cartao-"]')?.id }
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
    no_show: 'Nenhuma falta registrada',
  },
}

const texts: Record<AgendaSide, string> = {
  customer: 'Escolha uma barbearia perto de você e marque em menos de um minuto.',
  barber: 'Quando um cliente marcar com você, o pedido aparece aqui na hora.',
  owner: 'Quando um cliente marcar em uma das suas barbearias, o pedido aparece aqui na hora.',
}

const noFilters = {
  q: undefined,
  barberId: undefined,
  serviceId: undefined,
  from: undefined,
  to: undefined,
  source: undefined,
  ...noHiddenFilters,
}

type EmptyAgendaProps = Pick<AgendaListProps, 'side' | 'filters' | 'onChange'>

/** Why the list is empty, and the next step. */
export function EmptyAgenda({ side, filters, onChange }: EmptyAgendaProps) {
  const { q, barberId, serviceId, from, to, source } = filters
  if (q || barberId || serviceId || from || to || source || describeHiddenFilters(filters)) {
    const clear = (
      <Button variant="outline" onClick={() => onChange(noFilters)}>
        Limpar filtros
      </Button>
    )
    return <Notice icon="search" title="Nenhum agendamento com estes filtros" action={clear} />
  }
  if (filters.date) {
    const clear = (
      <Button variant="outline" onClick={() => onChange({ date: undefined })}>
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
