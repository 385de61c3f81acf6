import { type Dashboard, dashboardApi } from '@na-regua/contract/dashboard'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { formatMoney, formatNumber } from '../../../lib/format.ts'
import { saveFile } from '../../../lib/upload.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Select } from '../../../ui/select.tsx'
import { showToast } from '../../../ui/toast.tsx'
import {
  describeChange,
  describeHours,
  listOutcomes,
  listServiceNames,
  type PanelBarbershop,
  toHourTable,
  weekdayNames,
} from './rules.ts'
import { TodaySection } from './today-section.tsx'
import { TrendSection } from './trend-section.tsx'

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

const exportRequests = {
  appointments: () => api(dashboardApi.exportAppointments),
  customers: () => api(dashboardApi.exportCustomers),
} as const

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

/** The busiest hours and the exports. */
export function DashboardCharts() {
  const { data } = useQuery(dashboardQuery())
  if (!data) return null
  return (
    <div className="grid grid-cols-1 gap-4">
      <HoursChart hours={data.hours} />
      <ExportButtons />
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
        {revenueCents === null ? 'Nada concluído ainda' : 'em atendimentos concluídos'}
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
      <dd className="font-display text-lg font-extrabold tabular-nums [overflow-wrap:anywhere] sm:text-2xl">{value}</dd>
      <dd className="text-sm text-mute">{children}</dd>
    </div>
  )
}

const files = { appointments: 'agendamentos.csv', customers: 'clientes.csv' } as const

/** CSV files for a spreadsheet. */
function ExportButtons() {
  return (
    <div className="flex flex-wrap gap-2">
      <ExportButton kind="appointments" label="Exportar agendamentos" />
      <ExportButton kind="customers" label="Exportar clientes" />
    </div>
  )
}

function ExportButton({ kind, label }: { kind: keyof typeof files; label: string }) {
  const { mutate, isPending } = useMutation({
    mutationFn: exportRequests[kind],
    onSuccess: (text) => saveFile(files[kind], text),
    onError: (error) =>
      showToast({ tone: 'error', title: 'Erro ao exportar', text: errorText(error, 'Tente novamente.') }),
  })
  return (
    <Button variant="outline" isBusy={isPending} onClick={() => mutate()}>
      <Icon name="download" className="size-4.5" />
      {label} (CSV)
    </Button>
  )
}

const shades = ['fill-sunken', 'fill-red/25', 'fill-red/50', 'fill-red/75', 'fill-red'] as const

/** Busiest hours as a heat map: a table with one cell per weekday and hour. */
function HoursChart({ hours: cells }: Pick<Dashboard, 'hours'>) {
  const { hours, rows } = toHourTable(cells)
  return (
    <figure className="min-w-0 rounded-card border border-line bg-card p-4 md:p-5">
      <figcaption>
        <h2 className="text-lg">Horários mais cheios</h2>
        <p className="mt-1 text-sm text-mute">{describeHours(cells)}</p>
      </figcaption>
      {rows.length > 0 && (
        <table className="mt-4 w-full table-fixed border-separate border-spacing-0.5 text-xs text-mute tabular-nums">
          <caption className="sr-only">Agendamentos dos últimos 30 dias por dia da semana e hora</caption>
          <thead>
            <tr>
              <td className="w-9" />
              {hours.map((hour, index) => (
                <th key={hour} scope="col" className="overflow-visible font-medium whitespace-nowrap">
                  <span className={clsx(index % 3 !== 0 && 'sr-only')}>{hour}h</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ dayOfWeek, cells: row }) => (
              <tr key={dayOfWeek}>
                <th scope="row" className="text-left font-medium">
                  <span aria-hidden="true">{weekdayNames[dayOfWeek]?.slice(0, 3)}</span>
                  <span className="sr-only">{weekdayNames[dayOfWeek]}</span>
                </th>
                {row.map((cell) => (
                  <Cell key={cell.hour} {...cell} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </figure>
  )
}

function Cell({ count, level }: { count: number; level: number }) {
  return (
    <td className="p-0">
      <svg aria-hidden="true" width="100%" height="22" className="block">
        <rect width="100%" height="22" rx="3" className={shades[level]} />
      </svg>
      <span className="sr-only">{count}</span>
    </td>
  )
}
