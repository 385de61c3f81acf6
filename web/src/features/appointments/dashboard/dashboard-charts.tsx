import type { Trend, TrendStep } from '@na-regua/contract/dashboard'
import { clsx } from 'clsx'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { describeTotals, labelStep, nameStep, sumSteps, type TrendMetric, toScale } from './rules.ts'

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

/** The bar under the pointer, or the one that the arrow keys have reached. A finger leaves with every tap: its bar stays. */
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
    onPointerLeave: ({ pointerType }: PointerEvent) => pointerType !== 'touch' && setChosen(undefined),
    onFocus: () => setChosen((current) => current ?? last),
    onBlur: () => setChosen(undefined),
    onKeyDown: handleKeyDown,
  }
  return { chosen, last, handlers }
}

const describeStep = (step: TrendStep, unit: Trend['unit']) => `${nameStep(step.date, unit)}: ${describeTotals(step)}`

type TrendChartProps = Trend & { metric: TrendMetric; isBusy: boolean }

const units = { day: 'dia', week: 'semana', month: 'mês' } as const

/** Bars on a scale of round values. Pointer, touch and arrow keys choose a bar, whose values are then written above. */
export function TrendChart(props: TrendChartProps) {
  const { unit, steps, metric, isBusy } = props
  const bars = useChosenBar(steps.length)
  const title = `${metric === 'count' ? 'Agendamentos' : 'Faturamento'} por ${units[unit]}`
  const step = bars.chosen === undefined ? undefined : steps[bars.chosen]
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
          {step ? describeStep(step, unit) : `No período: ${describeTotals(sumSteps(steps))}`}
        </p>
      </figcaption>
      <Plot {...props} title={title} bars={bars} />
      <Legend metric={metric} />
      <TrendTable title={title} unit={unit} steps={steps} />
    </figure>
  )
}

type PlotProps = TrendChartProps & { title: string; bars: ReturnType<typeof useChosenBar> }

/** The scale, the bars and their names. One tab stop: the arrow keys move between the bars. */
function Plot({ unit, steps, metric, title, bars: { chosen, last, handlers } }: PlotProps) {
  const scale = toScale(steps, metric)
  return (
    <div className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
      <Scale marks={scale.marks} top={scale.top} />
      <div
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={chosen ?? last}
        aria-valuetext={describeStep(steps[chosen ?? last] as TrendStep, unit)}
        className="relative flex h-44 touch-pan-y rounded-small outline-offset-4"
        {...handlers}
      >
        <Gridlines marks={scale.marks} top={scale.top} />
        {steps.map((bar, index) => (
          <TrendBar key={bar.date} step={bar} metric={metric} top={scale.top} isChosen={index === chosen} />
        ))}
      </div>
      <StepLabels unit={unit} steps={steps} />
    </div>
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

/** The first, the middle and the last; seven days and twelve months all have room on a wide screen, thirteen weeks have not. */
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
              ![0, middle, steps.length - 1].includes(index) &&
                (steps.length > (unit === 'month' ? 13 : 7) ? 'hidden' : 'max-md:hidden'),
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
