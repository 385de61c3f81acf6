import { dashboardApi, type TrendPeriod, trendPeriods } from '@na-regua/contract/dashboard'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Select } from '../../../ui/select.tsx'
import { TrendChart } from './dashboard-charts.tsx'
import type { TrendMetric } from './rules.ts'
import { todayQuery } from './today-section.tsx'

type TrendFilters = { period: TrendPeriod; barbershopId?: string | undefined; barberId?: string; service?: string }

const trendQuery = (filters: TrendFilters) =>
  queryOptions({
    queryKey: ['appointments', 'dashboard', 'trend', filters],
    queryFn: ({ signal }) => api(dashboardApi.trend, { query: filters, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })

const periodLabels: Record<TrendPeriod, string> = {
  '7d': '7 dias',
  '30d': '30 dias',
  '90d': '90 dias',
  '12m': '12 meses',
}
const periodOptions = trendPeriods.map((value) => ({ value, label: periodLabels[value] }))
const metricOptions = [
  { value: 'count', label: 'Agendamentos' },
  { value: 'revenueCents', label: 'Faturamento' },
] as const

type TrendSectionProps = {
  barbershopId: string | undefined
  /** The names of the services to filter by. */
  services: readonly string[]
}

/** Appointments or revenue over a period, of all or of one barber or service. */
export function TrendSection({ barbershopId, services }: TrendSectionProps) {
  const [period, setPeriod] = useState<TrendPeriod>('30d')
  const [metric, setMetric] = useState<TrendMetric>('count')
  const { filters, fields } = useStaffAndService(barbershopId, services)
  const { data, isError, isPlaceholderData, refetch } = useQuery(trendQuery({ period, barbershopId, ...filters }))
  return (
    <section aria-labelledby="evolucao" className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="evolucao" className="text-xl">
          Evolução
        </h2>
        <Segmented label="Período" options={periodOptions} value={period} onChange={setPeriod} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Segmented label="O que mostrar" options={metricOptions} value={metric} onChange={setMetric} />
        {fields}
      </div>
      {data && (
        <TrendChart key={`${data.unit} ${data.steps.length}`} {...data} metric={metric} isBusy={isPlaceholderData} />
      )}
      {!data && !isError && <Skeleton className="h-64" />}
      {!data && isError && (
        <Notice
          tone="error"
          title="Erro ao carregar a evolução"
          action={
            <Button variant="outline" onClick={() => void refetch()}>
              Tentar novamente
            </Button>
          }
        />
      )}
    </section>
  )
}

/** One barber, one service, or all. One that is not in the chosen barbershop filters nothing. */
function useStaffAndService(barbershopId: string | undefined, services: readonly string[]) {
  const [chosenBarber, setBarberId] = useState('')
  const [chosenService, setService] = useState('')
  const barbers = useQuery(todayQuery(barbershopId)).data?.barbers ?? []
  const barberId = barbers.find(({ id }) => id === chosenBarber)?.id
  const service = services.find((name) => name === chosenService)
  const fields = (
    <div className="grid flex-1 basis-72 grid-cols-2 gap-2 md:max-w-md">
      <Select
        aria-label="Barbeiro"
        value={barberId ?? ''}
        options={[
          { value: '', label: 'Todos os barbeiros' },
          ...barbers.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={setBarberId}
      />
      <Select
        aria-label="Serviço"
        value={service ?? ''}
        options={[{ value: '', label: 'Todos os serviços' }, ...services.map((name) => ({ value: name, label: name }))]}
        onChange={setService}
      />
    </div>
  )
  return { filters: { ...(barberId && { barberId }), ...(service && { service }) }, fields }
}
