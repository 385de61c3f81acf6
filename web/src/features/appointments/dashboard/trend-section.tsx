import { dashboardApi, type Trend, type TrendPeriod, type TrendStep, trendPeriods } from '@na-regua/contract/dashboard'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { api } from '../../../lib/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Segmented } from '../../../ui/choice-group.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Select } from '../../../ui/select.tsx'
import { describeTotals, labelStep, nameStep, sumSteps, type TrendMetric, toScale } from './rules.ts'
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
  const [barberId, setBarberId] = useState('')
  const [service, setService] = useState('')
  const barbers = useQuery(todayQuery(barbershopId)).data?.barbers ?? []
  // One that is not in the chosen barbershop filters nothing.
  const [shownBarber] = barbers.filter(({ id }) => id === barberId)
  const filters = {
    ...{ period, barbershopId },
    ...(shownBarber && { barberId }),
    ...(services.includes(service) && { service }),
  }
  const { data, isError, isPlaceholderData, refetch } = useQuery(trendQuery(filters))
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
        <div className="grid flex-1 basis-72 grid-cols-2 gap-2 md:max-w-md">
          <Select
            aria-label="Barbeiro"
            value={shownBarber ? barberId : ''}
            options={[
              { value: '', label: 'Todos os barbeiros' },
              ...barbers.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={setBarberId}
          />
          <Select
            aria-label="Serviço"
            value={filters.service ?? ''}
            options={[
              { value: '', label: 'Todos os serviços' },
              ...services.map((name) => ({ value: name, label: name })),
            ]}
            onChange={setService}
          />
        </div>
      </div>
      {data && (
        <TrendChart key={`${data.unit} ${data.steps.length}`} {...{ ...data, metric }} isBusy={isPlaceholderData} />
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

const keys: Record<string, (index: number, last: number) => number> = {
  ArrowLeft: (index) => index - 1,
  ArrowDown: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  ArrowUp: (index) => index + 1,
  PageDown: (index) => index - 7,
  PageUp: (index) => index + 7,
  Home: () => 0,
  End: (_, last) => last,
}

/** The bar under the pointer, or the one that the arrow keys have reached. */
function useChosenBar(count: number) {
  const [chosen, setChosen] = useState<number>()
  const last = count - 1
  const choose = (index: number) => setChosen(Math.min(last, Math.max(0, index)))

  function handlePointer({ currentTarget, clientX }: PointerEvent<HTMLElement>) {
    const { left, width } = currentTarget.getBoundingClientRect()
    choose(Math.floor(((clientX - left) / width) * count))
  }

  function handleKeyDown(event: KeyboardEvent) {
    const move = keys[event.key]
    if (!move) return
    event.preventDefault()
    choose(move(chosen ?? last, last))
  }

  const handlers = {
    onPointerMove: handlePointer,
    onPointerDown: handlePointer,
    onPointerLeave: () => setChosen(undefined),
    onFocus: () => setChosen((current) => current ?? last),
    onBlur: () => setChosen(undefined),
    onKeyDown: handleKeyDown,
  }
  return { chosen, last, handlers }
}

type TrendChartProps = Trend & { metric: TrendMetric; isBusy: boolean }

const units = { day: 'dia', week: 'semana', month: 'mês' } as const

/** Bars on a scale of round values. Pointer, touch and arrow keys choose a bar, whose values are then written above. */
export function TrendChart({ unit, steps, metric, isBusy }: TrendChartProps) {
  const { chosen, last, handlers } = useChosenBar(steps.length)
  const scale = toScale(steps, metric)
  const title = `${metric === 'count' ? 'Agendamentos' : 'Faturamento'} por ${units[unit]}`
  const describe = (step: TrendStep) => `${nameStep(step.date, unit)}: ${describeTotals(step)}`
  const step = chosen === undefined ? undefined : steps[chosen]
  return (
    <figure
      aria-busy={isBusy}
      className={clsx(
        'min-w-0 rounded-card border border-line bg-card p-4 transition-opacity md:p-5',
        isBusy && 'opacity-60',
      )}
    >
      <figcaption>
        <h3 className="font-sans text-base font-semibold tracking-normal">{title}</h3>
        <p className="mt-1 min-h-10 text-sm text-mute tabular-nums sm:min-h-5">
          {step ? describe(step) : `No período: ${describeTotals(sumSteps(steps))}`}
        </p>
      </figcaption>
      <div className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <Scale marks={scale.marks} top={scale.top} />
        <div
          role="slider"
          tabIndex={0}
          aria-label={title}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={chosen ?? last}
          aria-valuetext={describe(steps[chosen ?? last] as TrendStep)}
          className="relative flex h-44 touch-pan-y rounded-small outline-offset-4"
          {...handlers}
        >
          <Gridlines marks={scale.marks} top={scale.top} />
          {steps.map((bar, index) => (
            <TrendBar key={bar.date} step={bar} {...{ metric }} top={scale.top} isChosen={index === chosen} />
          ))}
        </div>
        <StepLabels unit={unit} steps={steps} />
      </div>
      <Legend metric={metric} />
      <TrendTable {...{ title, unit, steps }} />
    </figure>
  )
}

type Scaled = { marks: readonly { value: number; label: string }[]; top: number }

function Scale({ marks, top }: Scaled) {
  return (
    <div aria-hidden="true" className="grid grid-rows-[11rem] text-right text-xs text-mute tabular-nums">
      {marks.map(({ value, label }) => (
        <span
          key={value}
          className="col-start-1 row-start-1 translate-y-1/2 self-end leading-none whitespace-nowrap"
          style={{ marginBottom: `${(value / top) * 11}rem` }}
        >
          {label}
        </span>
      ))}
    </div>
  )
}

function Gridlines({ marks, top }: Scaled) {
  return marks.map(({ value }) => (
    <span
      key={value}
      aria-hidden="true"
      className={clsx('absolute inset-x-0 border-t', value === 0 ? 'border-edge' : 'border-line')}
      style={{ bottom: `${(100 * value) / top}%` }}
    />
  ))
}

type TrendBarProps = { step: TrendStep; metric: TrendMetric; top: number; isChosen: boolean }

/** What was completed is filled; the rest of the appointments is pale. */
function TrendBar({ step, metric, top, isChosen }: TrendBarProps) {
  const [value, done] = metric === 'count' ? [step.count, step.completed] : [step.revenueCents, step.revenueCents]
  return (
    <span aria-hidden="true" className={clsx('relative flex-1', isChosen && 'bg-sunken')}>
      <span
        data-bar
        className="absolute inset-x-[12%] bottom-0 overflow-hidden rounded-t-sm bg-edge"
        style={{ height: `${(100 * value) / top}%` }}
      >
        <span
          className={clsx('absolute inset-x-0 bottom-0', isChosen ? 'bg-red' : 'bg-ink')}
          style={{ height: value === 0 ? 0 : `${(100 * done) / value}%` }}
        />
      </span>
    </span>
  )
}

/** The first, the middle and the last; seven days and twelve months all have room on a wide screen. */
function StepLabels({ unit, steps }: Pick<Trend, 'unit' | 'steps'>) {
  const middle = steps.length >> 1
  return (
    <p aria-hidden="true" className="col-start-2 mt-2 flex text-xs text-mute tabular-nums">
      {steps.map(({ date }, index) => (
        <span key={date} className="flex flex-1 justify-center">
          <span
            className={clsx(
              'w-0 whitespace-nowrap',
              index === 0 ? '' : index === steps.length - 1 ? 'flex justify-end' : 'flex justify-center',
              ![0, middle, steps.length - 1].includes(index) && (steps.length > 13 ? 'hidden' : 'max-md:hidden'),
            )}
          >
            {labelStep(date, unit)}
          </span>
        </span>
      ))}
    </p>
  )
}

function Legend({ metric }: { metric: TrendMetric }) {
  if (metric !== 'count') return null
  return (
    <p className="mt-3 flex flex-wrap gap-x-4 text-xs text-mute">
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden="true" className="size-2.5 rounded-xs bg-ink" /> concluídos
      </span>
      <span className="inline-flex items-center gap-1.5">
        <span aria-hidden="true" className="size-2.5 rounded-xs bg-edge" /> por vir, a finalizar ou faltas
      </span>
    </p>
  )
}

/** The chart as a table for screen readers. */
function TrendTable({ title, unit, steps }: Pick<Trend, 'unit' | 'steps'> & { title: string }) {
  return (
    // A table itself would be as wide as its rows.
    <div className="sr-only">
      <table>
        <caption>{title}</caption>
        <tbody>
          {steps.map((step) => (
            <tr key={step.date}>
              <th scope="row">{nameStep(step.date, unit)}</th>
              <td>{describeTotals(step)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
