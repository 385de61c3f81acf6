import { type Dashboard, dashboardApi } from '@na-regua/contract/dashboard'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { formatMoney, formatNumber } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { FileDownload } from '../../../ui/file-download.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Select } from '../../../ui/select.tsx'
import { describeChange, listOutcomes, listServiceNames, type PanelBarbershop } from './rules.ts'
import { TodaySection } from './today-section.tsx'
import { TrendSection } from './trend-section.tsx'

/** Below the first screen. */
const FiguresSection = lazy(() =>
  import('./figures-section.tsx').then((module) => ({ default: module.FiguresSection })),
)

/** Today and how it came to it, of every barbershop or of one. */
export function DashboardPanel({ shops }: { shops: readonly PanelBarbershop[] }) {
  const [chosenId, setChosenId] = useState('')
  const chosen = shops.find(({ id }) => id === chosenId)
  return (
    <div className="grid grid-cols-1 gap-6">
      {shops.length > 1 && (
        <div className="max-w-sm">
          <Select
            aria-label="Números de"
            value={chosen?.id ?? ''}
            options={[
              { value: '', label: 'Todas as barbearias' },
              ...shops.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={setChosenId}
          />
        </div>
      )}
      <TodaySection barbershopId={chosen?.id} />
      <Suspense fallback={<Skeleton className="h-96" />}>
        <FiguresSection barbershopId={chosen?.id} />
      </Suspense>
      <TrendSection barbershopId={chosen?.id} services={listServiceNames(chosen ? [chosen] : shops)} />
    </div>
  )
}

/** The key starts with `account`, the topic of live events about the owner's barbershops. */
const dashboardQuery = () =>
  queryOptions({
    queryKey: ['account', 'dashboard'],
    queryFn: ({ signal }) => api(dashboardApi.get, { signal }),
    refetchOnMount: 'always',
  })

/** The figures of the month, with loading and error states. */
export function DashboardFigures() {
  const { data, isError, refetch } = useQuery(dashboardQuery())
  if (data) {
    return (
      <section aria-labelledby="mes" className="grid gap-3">
        <h2 id="mes" className="text-xl">
          Este mês
        </h2>
        <StatCards {...data} />
        <MonthOutcomes {...data.appointments} />
      </section>
    )
  }
  if (!isError) return <FiguresSkeleton />
  const action = (
    <Button variant="outline" onClick={() => void refetch()}>
      Tentar novamente
    </Button>
  )
  return <Notice tone="error" title="Erro ao carregar os números" action={action} />
}

function FiguresSkeleton() {
  return (
    <div role="status" className="grid two-columns gap-3 lg:grid-cols-4">
      <span className="sr-only">Carregando os números...</span>
      {['barbearias', 'barbeiros', 'agendamentos', 'faturamento'].map((name) => (
        <Skeleton key={name} className="h-30" />
      ))}
    </div>
  )
}

function StatCards({ barbershops, barbers, appointments, revenueCents }: Omit<Dashboard, 'days' | 'hours'>) {
  const inactive = barbershops.total - barbershops.active
  return (
    <dl className="grid two-columns gap-3 lg:grid-cols-4">
      <StatCard label="Barbearias" value={formatNumber(barbershops.active)}>
        {inactive > 0 ? `ativas, e ${inactive} fora do ar` : 'ativas'}
      </StatCard>
      <StatCard label="Barbeiros" value={formatNumber(barbers)}>
        em todas as barbearias
      </StatCard>
      <StatCard label="Agendamentos no mês" value={formatNumber(appointments.thisMonth)}>
        {describeChange(appointments.changePercent)}
      </StatCard>
      <StatCard label="Faturamento no mês" value={revenueCents === null ? '—' : formatMoney(revenueCents)}>
        {revenueCents === null ? 'Nada concluído ainda' : 'em serviços feitos'}
      </StatCard>
    </dl>
  )
}

/** What became of this month's appointments. Cancelled ones are not part of the figure above. */
function MonthOutcomes(appointments: Dashboard['appointments']) {
  return (
    <dl
      aria-label="Os agendamentos do mês, pelo que houve com eles"
      className="grid two-columns gap-x-4 gap-y-2 rounded-card border border-line bg-card p-4 sm:grid-cols-5"
    >
      {listOutcomes(appointments).map(({ label, count }) => (
        <div key={label} className="flex flex-wrap items-baseline gap-x-1.5">
          <dt className="order-last text-sm text-mute">{label}</dt>
          <dd className="font-display text-lg font-extrabold tabular-nums">{formatNumber(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

function StatCard({ label, value, children }: { label: string; value: string; children: string }) {
  return (
    <div className="flex flex-col gap-1 rounded-card border border-line bg-card p-4">
      <dt className="text-sm font-semibold text-mute">{label}</dt>
      <dd className="font-display text-lg font-extrabold tabular-nums wrap-anywhere sm:text-2xl">{value}</dd>
      <dd className="text-sm text-mute">{children}</dd>
    </div>
  )
}

/** CSV files of the last twelve months for a spreadsheet. */
export function ExportButtons() {
  return (
    <div className="flex flex-wrap gap-2">
      <FileDownload
        label="Exportar agendamentos (CSV)"
        file="agendamentos.csv"
        request={() => api(dashboardApi.exportAppointments)}
      />
      <FileDownload
        label="Exportar clientes (CSV)"
        file="clientes.csv"
        request={() => api(dashboardApi.exportCustomers)}
      />
    </div>
  )
}
