import { dashboardApi, type RevenueLine } from '@na-regua/contract/dashboard'
import type { Query } from '@na-regua/contract/route'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { formatCount, formatLocalDate, formatMoney } from '../../../lib/format.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { LoadingMessage } from '../../../ui/loading.tsx'
import { PageNavigation } from '../../../ui/pagination.tsx'
import { RetryNotice } from '../../../ui/retry-notice.tsx'

type RevenueQuery = Omit<Query<typeof dashboardApi.revenue>, 'page' | 'perPage'>

const LINES = 50

const revenueQuery = (query: RevenueQuery, page: number) =>
  queryOptions({
    queryKey: ['appointments', 'dashboard', 'revenue', query, page],
    queryFn: ({ signal }) => api(dashboardApi.revenue, { query: { ...query, page, perPage: LINES }, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })

type RevenueDialogProps = { title: string; query: RevenueQuery; onClose: () => void }

/** The services that a value of the panel is the sum of. */
export function RevenueDialog({ title, query, onClose }: RevenueDialogProps) {
  const [page, setPage] = useState(1)
  const { data, isError, error, refetch } = useQuery(revenueQuery(query, page))
  const hasSeveral = new Set(data?.lines.map(({ barbershop }) => barbershop.id)).size > 1
  return (
    <Dialog isOpen onClose={onClose} title={title} width="medium" isFullOnPhone>
      {isError && <RetryNotice error={error} text="Erro ao carregar os serviços" onRetry={refetch} />}
      {!data && !isError && <LoadingMessage>Carregando os serviços...</LoadingMessage>}
      {data && !isError && (
        <div className="grid grid-cols-1 gap-4">
          <p className="text-sm text-mute tabular-nums">
            De {formatLocalDate(query.from)} a {formatLocalDate(query.to)},{' '}
            {formatCount(data.pagination.total, 'serviço', 'serviços')}.
          </p>
          <p className="font-display text-2xl font-extrabold tabular-nums">{formatMoney(data.totalCents)}</p>
          <ul aria-label="Serviços" className="divide-y divide-line rounded-card border border-line empty:hidden">
            {data.lines.map((line) => (
              <RevenueItem
                key={line.visit ? `${line.visit.id} ${line.visit.position}` : line.appointmentId}
                line={line}
                hasBarbershop={hasSeveral}
              />
            ))}
          </ul>
          <PageNavigation
            label="Páginas de serviços"
            page={page}
            totalPages={data.pagination.totalPages}
            onChange={setPage}
          />
        </div>
      )}
    </Dialog>
  )
}

function RevenueItem({ line, hasBarbershop }: { line: RevenueLine; hasBarbershop: boolean }) {
  const { date, time, name, cents, barberName, barbershop, visit } = line
  const details = [
    `${formatLocalDate(date)} ${time}`,
    visit ? `comanda\u00a0${visit.number}` : 'sem comanda',
    barberName ?? 'sem barbeiro',
    hasBarbershop && barbershop.name,
  ].filter(Boolean)
  return (
    <li className="flex min-h-14 items-center justify-between gap-4 px-3 py-1">
      <span className="min-w-0 wrap-anywhere">
        {name}
        <span className="block text-sm text-mute tabular-nums">{details.join(' · ')}</span>
      </span>
      <span className="shrink-0 font-semibold tabular-nums">{formatMoney(cents)}</span>
    </li>
  )
}
