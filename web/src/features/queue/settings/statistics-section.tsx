import { type QueueStatistics, queueSettingsApi } from '@na-regua/contract/queue-today'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { formatCount, formatDuration } from '../../../lib/format.ts'
import { addCalendarDays, toLocalTime } from '../../../lib/local-time.ts'
import { Button } from '../../../ui/button.tsx'
import { FigureList } from '../../../ui/dense-row.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Segmented } from '../../../ui/segmented.tsx'

const periods = [
  { value: '7', label: '7 dias' },
  { value: '30', label: '30 dias' },
  { value: '90', label: '90 dias' },
] as const

type Period = { dateFrom: string; dateTo: string }

const statisticsQuery = (barbershopId: string, period: Period) =>
  queryOptions({
    queryKey: ['queue', 'statistics', barbershopId, period],
    queryFn: ({ signal }) => api(queueSettingsApi.statistics, { params: { id: barbershopId }, query: period, signal }),
    placeholderData: keepPreviousData,
  })

type StatisticsSectionProps = { shop: { id: string; timeZone: string } }

/** The wait that was promised and the real one, and who left, in all and by hour. */
export function StatisticsSection({ shop: { id, timeZone } }: StatisticsSectionProps) {
  const [days, setDays] = useState<(typeof periods)[number]['value']>('30')
  const dateTo = toLocalTime(new Date(), timeZone).date
  const dateFrom = addCalendarDays(dateTo, 1 - Number(days))
  const { data, isError, refetch } = useQuery(statisticsQuery(id, { dateFrom, dateTo }))
  return (
    <div className="grid grid-cols-1 gap-5">
      <div>
        <Segmented label="Período" options={periods} value={days} onChange={setDays} />
      </div>
      {data && <Figures statistics={data} />}
      {data && data.byHour.length > 0 && <HourTable byHour={data.byHour} />}
      {!data && !isError && <Skeleton className="h-64" />}
      {!data && isError && (
        <Notice
          tone="error"
          title="Erro ao carregar os números"
          action={
            <Button variant="outline" onClick={() => void refetch()}>
              Tentar novamente
            </Button>
          }
        />
      )}
    </div>
  )
}

function Figures({
  statistics: { entries, served, lost, medianWaitMin, promisesKept },
}: {
  statistics: QueueStatistics
}) {
  if (entries === 0) return <p className="text-mute">Ninguém entrou na fila neste período.</p>
  const figures = [
    { label: 'Entraram', value: String(entries) },
    { label: 'Atendidos', value: String(served) },
    { label: 'Foram embora', value: `${lost} (${Math.round((100 * lost) / entries)}%)` },
    { label: 'Espera típica', value: medianWaitMin === null ? 'sem dados' : formatDuration(medianWaitMin) },
    { label: 'Dentro do prometido', value: promisesKept === null ? 'sem dados' : `${promisesKept}%` },
  ]
  return <FigureList figures={figures} />
}

type Hour = QueueStatistics['byHour'][number]

/** The longest wait has the whole width. */
function HourTable({ byHour }: { byHour: readonly Hour[] }) {
  const longest = Math.max(1, ...byHour.flatMap(({ promisedMin, waitedMin }) => [promisedMin ?? 0, waitedMin ?? 0]))
  return (
    <table className="w-full text-sm tabular-nums [&_td]:py-2 [&_th]:py-2">
      <caption className="mb-1 text-left font-semibold">Espera por hora em que a pessoa entrou</caption>
      <thead>
        <tr className="text-left text-mute">
          <th scope="col">Hora</th>
          <th scope="col" className="w-full px-3">
            Prometida e real
          </th>
          <th scope="col" className="text-right">
            Embora
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {byHour.map((hour) => (
          <HourRow key={hour.hour} hour={hour} longest={longest} />
        ))}
      </tbody>
    </table>
  )
}

function HourRow({ hour: { hour, entries, lost, promisedMin, waitedMin }, longest }: { hour: Hour; longest: number }) {
  return (
    <tr>
      <th scope="row" className="text-left align-top font-semibold whitespace-nowrap">
        {hour}h<span className="block font-normal text-mute">{formatCount(entries, 'pessoa', 'pessoas')}</span>
      </th>
      <td className="px-3">
        <Bar label="prometida" minutes={promisedMin} longest={longest} className="bg-edge" />
        <Bar label="real" minutes={waitedMin} longest={longest} className="bg-ink" />
      </td>
      <td className="text-right align-top">{lost}</td>
    </tr>
  )
}

type BarProps = { label: string; minutes: number | null; longest: number; className: string }

function Bar({ label, minutes, longest, className }: BarProps) {
  if (minutes === null) return <span className="block text-mute">{label}: sem dados</span>
  return (
    <span className="block">
      {label} {formatDuration(minutes)}
      <span
        aria-hidden="true"
        className={`mt-0.5 mb-1.5 block h-2 min-w-0.5 rounded-full ${className}`}
        style={{ width: `${(100 * minutes) / longest}%` }}
      />
    </span>
  )
}
