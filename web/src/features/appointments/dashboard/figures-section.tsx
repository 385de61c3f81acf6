import { dashboardApi, type Figures } from '@na-regua/contract/dashboard'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../lib/api.ts'
import { formatCount, formatLocalDate, formatMoney, formatNumber, formatRating } from '../../../lib/format.ts'
import { deviceTimeZone, isDate, toLocalTime } from '../../../lib/local-time.ts'
import { paths } from '../../../lib/paths.ts'
import { useUrlParams } from '../../../lib/use-url-params.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { FileDownload } from '../../../ui/file-download.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RetryNotice } from '../../../ui/retry-notice.tsx'
import { Select } from '../../../ui/select.tsx'
import { customerLabels, sourceLabels } from '../agenda/rules.ts'
import { type PeriodDates, PeriodForm } from '../period/period-form.tsx'
import { RevenueDialog } from './revenue-dialog.tsx'
import {
  datesOfPreset,
  describeClosedVisits,
  describeDifference,
  describeHours,
  describeOccupancyBefore,
  formatOccupancy,
  formatVisitCount,
  type PeriodPreset,
  periodPresets,
  presetOfDates,
  toHourTable,
  weekdayNames,
} from './rules.ts'

type FiguresQuery = PeriodDates & { barbershopId: string | undefined }

const figuresQuery = (query: FiguresQuery) =>
  queryOptions({
    queryKey: ['appointments', 'dashboard', 'figures', query],
    queryFn: ({ signal }) => api(dashboardApi.figures, { query, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })

const FROM = 'de'
const TO = 'ate'

/** The dates are stored in the URL: who comes back from a list finds the same figures. */
function usePeriod() {
  const [params, changeParams] = useUrlParams()
  const [today] = useState(() => toLocalTime(new Date(), deviceTimeZone()).date)
  const from = params.get(FROM) ?? ''
  const to = params.get(TO) ?? ''
  const period = isDate(from) && isDate(to) ? { from, to } : (datesOfPreset('month', today) as PeriodDates)
  function setPeriod(next: PeriodDates) {
    void changeParams((current) => {
      const search = new URLSearchParams(current)
      search.set(FROM, next.from)
      search.set(TO, next.to)
      return search
    })
  }
  return { period, setPeriod, today }
}

type ToList = (filters?: Record<string, string | number | undefined>) => string

/** What the dialog of the value shows: of one barber, or of all. */
type OpenedRevenue = { title: string; barberId: string | undefined }
type OpenRevenue = (opened: OpenedRevenue) => void

/** What an owner wants to know of own dates. Each count opens the appointments that it counts. */
export function FiguresSection({ barbershopId }: { barbershopId: string | undefined }) {
  const { period, setPeriod, today } = usePeriod()
  const query = { ...period, barbershopId }
  const { data, isError, error, isPlaceholderData, refetch } = useQuery(figuresQuery(query))
  const [revenue, setRevenue] = useState<OpenedRevenue>()
  const toList: ToList = (filters = {}) =>
    paths.ownerList({ status: 'completed', from: data?.from, to: data?.to, barbershopId, ...filters })
  return (
    <section aria-labelledby="numeros" className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h2 id="numeros" className="text-xl">
          Números
        </h2>
        <PeriodChoice key={`${period.from} ${period.to}`} period={period} today={today} onChange={setPeriod} />
      </div>
      {data && !isError && (
        <div
          aria-busy={isPlaceholderData}
          className={clsx('grid grid-cols-1 gap-4 transition-opacity', isPlaceholderData && 'opacity-60')}
        >
          <BigNumbers figures={data} toList={toList} onRevenue={setRevenue} />
          {data.totals.visits === 0 && <Notice icon="calendar" title="Nenhum atendimento finalizado nestas datas" />}
          {data.totals.visits + data.totals.valueCents > 0 && (
            <Ranking figures={data} toList={toList} onRevenue={setRevenue} />
          )}
          {data.totals.visits > 0 && <VisitFigures figures={data} toList={toList} />}
          <Downloads query={query} />
        </div>
      )}
      {revenue && data && (
        <RevenueDialog
          title={revenue.title}
          query={{
            from: data.from,
            to: data.to,
            barbershopId,
            barberId: revenue.barberId,
          }}
          onClose={() => setRevenue(undefined)}
        />
      )}
      {!data && !isError && <Skeleton className="h-96" />}
      {isError && <RetryNotice error={error} text="Erro ao carregar os números" onRetry={refetch} />}
    </section>
  )
}

function VisitFigures({ figures, toList }: FiguresProps) {
  return (
    <>
      <Hours figures={figures} toList={toList} />
      <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
        <Customers figures={figures} toList={toList} />
        <Sources figures={figures} toList={toList} />
      </div>
    </>
  )
}

type PeriodChoiceProps = { period: PeriodDates; today: string; onChange: (period: PeriodDates) => void }

/** Usual periods at once; own dates are typed and then shown. */
function PeriodChoice({ period, today, onChange }: PeriodChoiceProps) {
  const [preset, setPreset] = useState<PeriodPreset>(presetOfDates(period, today))

  function handlePreset(value: string) {
    const chosen = periodPresets.find((one) => one.value === value)?.value ?? 'own'
    const dates = datesOfPreset(chosen, today)
    setPreset(chosen)
    if (dates) onChange(dates)
  }

  return (
    <div className="grid w-full gap-3 sm:w-96">
      <Select aria-label="Período dos números" value={preset} options={periodPresets} onChange={handlePreset} />
      {preset === 'own' && <PeriodForm {...period} isRequired action="Mostrar" onSubmit={onChange} />}
    </div>
  )
}

type FiguresProps = { figures: Figures; toList: ToList }
type RevenueProps = FiguresProps & { onRevenue: OpenRevenue }

const linkClass = 'font-semibold text-navy underline underline-offset-4'

function BigNumbers({ figures, toList, onRevenue }: RevenueProps) {
  const { from, to, previousFrom, previousTo, totals, previous, outcomes, closedVisits } = figures
  return (
    <div className="grid grid-cols-1 gap-2">
      <p className="text-sm text-mute tabular-nums">
        De {formatLocalDate(from)} a {formatLocalDate(to)}, comparado com {formatLocalDate(previousFrom)} a{' '}
        {formatLocalDate(previousTo)}.
      </p>
      <dl className="grid two-columns gap-px overflow-hidden rounded-card border border-line bg-line lg:grid-cols-4">
        <BigNumber
          label="Atendimentos"
          to={toList()}
          value={formatNumber(totals.visits)}
          change={describeDifference(totals.visits, previous.visits, formatNumber)}
        />
        <BigNumber
          label="Valor"
          onOpen={() => onRevenue({ title: 'Valor', barberId: undefined })}
          value={formatMoney(totals.valueCents)}
          change={describeDifference(totals.valueCents, previous.valueCents, formatMoney)}
        />
        <BigNumber label="Ocupação" value={formatOccupancy(totals)} change={describeOccupancyBefore(previous)} />
        <BigNumber
          label="Clientes novos"
          to={toList({ customer: 'new' })}
          value={formatNumber(totals.newCustomers)}
          change={describeDifference(totals.newCustomers, previous.newCustomers, formatNumber)}
        />
      </dl>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-mute tabular-nums">
        <span>Fora dos números:</span>
        <Outcome to={toList({ status: 'no_show' })} count={outcomes.missed} one="falta" many="faltas" />
        <Outcome to={toList({ status: 'cancelled' })} count={outcomes.cancelled} one="cancelado" many="cancelados" />
        <Outcome to={toList({ status: 'open' })} count={outcomes.open} one="sem resultado" many="sem resultado" />
      </p>
      {closedVisits.count > 0 && (
        <p className="text-sm text-mute tabular-nums">
          {describeClosedVisits(closedVisits)} O{' '}
          <Link to={paths.money()} className="underline underline-offset-4 hover:text-ink">
            Financeiro
          </Link>{' '}
          conta o dia em que a comanda foi fechada ou estornada.
        </p>
      )}
    </div>
  )
}

function Outcome({ to, count, one, many }: { to: string; count: number; one: string; many: string }) {
  const text = formatCount(count, one, many)
  if (count === 0) return <span>{text}</span>
  return (
    <Link to={to} className="underline underline-offset-4 hover:text-ink">
      {text}
    </Link>
  )
}

type BigNumberProps = { label: string; value: string; change: string; to?: string; onOpen?: () => void }

const wholeCardClass =
  'after:absolute after:inset-0 outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-navy'

function BigNumber({ label, value, change, to, onOpen }: BigNumberProps) {
  const name = `${label}: ${value}. Ver a lista`
  return (
    <div className="relative flex min-w-0 flex-col gap-0.5 bg-card px-4 py-3.5 hover:bg-sunken/60">
      <dt className="text-sm font-semibold text-mute">{label}</dt>
      <dd className="font-display text-lg font-extrabold tabular-nums wrap-anywhere md:text-xl">
        {to && (
          <Link to={to} aria-label={name} className={wholeCardClass}>
            {value}
          </Link>
        )}
        {onOpen && (
          <button type="button" aria-label={name} className={clsx('text-left', wholeCardClass)} onClick={onOpen}>
            {value}
          </button>
        )}
        {!to && !onOpen && value}
      </dd>
      <dd className="text-sm text-mute tabular-nums">{change}</dd>
    </div>
  )
}

type PanelProps = { title: string; text: string; children: ReactNode }

function Panel({ title, text, children }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 rounded-card border border-line bg-card p-4 md:p-5">
      <h3 id={id} className="text-lg">
        {title}
      </h3>
      <p className="mt-1 text-sm text-mute">{text}</p>
      <div className="mt-4">{children}</div>
    </section>
  )
}

/** A table in a scroller of its own: a phone shows the names and the first figures. */
function Ranking({ figures: { barbers, closedVisits }, toList, onRevenue }: RevenueProps) {
  const { withoutBarberCents } = closedVisits
  const hasSeveral = new Set(barbers.map(({ barbershop }) => barbershop.id)).size > 1
  return (
    <Panel
      title="Barbeiros"
      text="Ocupação é o tempo marcado dentro do expediente, dividido pelo expediente atual, sem pausas, folgas e dias fechados."
    >
      <div className="relative -mx-4 overflow-x-auto px-4 md:-mx-5 md:px-5">
        <table className="w-full border-separate border-spacing-0 text-right tabular-nums">
          <caption className="sr-only">Barbeiros por valor</caption>
          <thead>
            <tr className="text-sm text-mute *:border-b *:border-line *:pb-2 *:pl-4 *:font-semibold *:whitespace-nowrap">
              <th scope="col" className="sticky left-0 bg-card pl-0! text-left">
                Barbeiro
              </th>
              <th scope="col">Valor</th>
              <th scope="col">Atendimentos</th>
              <th scope="col">Ocupação</th>
              <th scope="col">De quem voltou</th>
              <th scope="col">Nota média</th>
            </tr>
          </thead>
          <tbody className="[&>tr:last-child>*]:border-b-0">
            {barbers.map((barber) => (
              <RankingRow
                key={barber.id}
                barber={barber}
                hasBarbershop={hasSeveral}
                toList={toList}
                onRevenue={onRevenue}
              />
            ))}
          </tbody>
        </table>
      </div>
      {withoutBarberCents > 0 && (
        <p className="mt-3 text-sm text-mute tabular-nums">
          Mais {formatMoney(withoutBarberCents)} de serviços em comandas que não dizem o barbeiro.
        </p>
      )}
    </Panel>
  )
}

type RankingRowProps = {
  barber: Figures['barbers'][number]
  hasBarbershop: boolean
  toList: ToList
  onRevenue: OpenRevenue
}

function RankingRow({ barber, hasBarbershop, toList, onRevenue }: RankingRowProps) {
  const { id, name, avatarUrl, barbershop, hasLeft, visits, valueCents, returningVisits, reviews, averageRating } =
    barber
  const details = [hasLeft && 'Saiu', hasBarbershop && barbershop.name].filter(Boolean).join(' · ')
  return (
    <tr className="*:h-13 *:border-b *:border-line *:py-1 *:pl-4">
      <th scope="row" className="sticky left-0 w-32 max-w-32 bg-card pl-0! text-left font-normal md:w-64 md:max-w-64">
        <div className="flex items-center gap-3">
          <Avatar name={name} src={avatarUrl} className="size-9 shrink-0 text-xs max-sm:hidden" />
          <span className="min-w-0">
            <Link
              to={toList({ barberId: id })}
              className="line-clamp-2 wrap-anywhere leading-snug font-semibold underline-offset-4 hover:underline"
            >
              {name}
            </Link>
            {details && <span className="block truncate text-sm text-mute">{details}</span>}
          </span>
        </div>
      </th>
      <td className="font-semibold whitespace-nowrap">
        {valueCents === 0 ? (
          formatMoney(0)
        ) : (
          <button type="button" className={linkClass} onClick={() => onRevenue({ title: name, barberId: id })}>
            {formatMoney(valueCents)}
            <span className="sr-only"> de {name}</span>
          </button>
        )}
      </td>
      <td>
        <Count to={toList({ barberId: id })} count={visits} what={`atendimentos de ${name}`} />
      </td>
      <td>{hasLeft ? '—' : formatOccupancy(barber)}</td>
      <td>
        <Count
          to={toList({ barberId: id, customer: 'returning' })}
          count={returningVisits}
          what={`de quem voltou, com ${name}`}
        />
      </td>
      <td className="whitespace-nowrap">
        {reviews === 0 ? (
          '—'
        ) : (
          <>
            {formatRating(averageRating)} <span className="text-mute">em </span>
            <Count to={toList({ barberId: id, reviewed: 'true' })} count={reviews} what={`avaliações de ${name}`} />
          </>
        )}
      </td>
    </tr>
  )
}

/** Nothing is opened where there is nothing. */
function Count({ to, count, what }: { to: string; count: number; what: string }) {
  if (count === 0) return '0'
  return (
    <Link to={to} className={linkClass}>
      {formatNumber(count)}
      <span className="sr-only"> {what}</span>
    </Link>
  )
}

const shades = [
  'bg-sunken text-mute',
  'bg-red/15 text-ink',
  'bg-red/30 text-ink',
  'bg-red/50 text-ink',
  'bg-red text-card',
] as const
const cellMoves: Readonly<Record<string, (columns: number) => number>> = {
  ArrowLeft: () => -1,
  ArrowRight: () => 1,
  ArrowUp: (columns) => -columns,
  ArrowDown: (columns) => columns,
}

/** A heat map whose cells have their count. One stop of the tab key: the arrow keys move between the cells. */
function Hours({ figures, toList }: FiguresProps) {
  const { hours, rows } = toHourTable(figures.hours)

  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    const move = cellMoves[event.key]
    const cells = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-cell]')]
    const at = cells.indexOf(document.activeElement as HTMLElement)
    if (!move || at < 0) return
    event.preventDefault()
    cells[at + move(hours.length)]?.focus()
  }

  const busiest = rows.flatMap(({ cells }) => cells).find(({ level }) => level === shades.length - 1)
  return (
    <Panel title="Horários mais cheios" text={describeHours(figures.hours)}>
      <div className="relative -mx-4 overflow-x-auto px-4 py-1 md:-mx-5 md:px-5">
        <table
          className="w-full border-separate border-spacing-0.5 text-center text-xs tabular-nums"
          onKeyDown={handleKeyDown}
        >
          <caption className="sr-only">Atendimentos por dia da semana e hora de início</caption>
          <thead>
            <tr className="text-mute">
              <td className="sticky left-0 bg-card" />
              {hours.map((hour) => (
                <th key={hour} scope="col" className="font-medium">
                  {hour}h
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ dayOfWeek, cells }) => (
              <tr key={dayOfWeek}>
                <th scope="row" className="sticky left-0 w-10 bg-card pr-2 text-left font-medium text-mute">
                  <span aria-hidden="true">{weekdayNames[dayOfWeek]?.slice(0, 3)}</span>
                  <span className="sr-only">{weekdayNames[dayOfWeek]}</span>
                </th>
                {cells.map((cell) => (
                  <td key={cell.hour} className="min-w-9 p-0">
                    <Link
                      data-cell
                      to={toList({ dayOfWeek, hour: cell.hour })}
                      tabIndex={cell === busiest ? 0 : -1}
                      aria-label={`${weekdayNames[dayOfWeek]} às ${cell.hour}h: ${formatVisitCount(cell.count)}`}
                      className={clsx('grid h-9 place-items-center rounded-xs font-semibold', shades[cell.level])}
                    >
                      {cell.count > 0 && cell.count}
                    </Link>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

type ShareRow = { key: string; label: string; details?: string | undefined; count: number; to: string }

/** Counts that add up to all visits, with their shares. */
function Shares({ rows, total }: { rows: readonly ShareRow[]; total: number }) {
  return (
    <ul className="grid grid-cols-1 gap-1">
      {rows.map(({ key, label, details, count, to }) => (
        <li key={key}>
          <Link
            to={to}
            className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto_3rem] items-baseline gap-x-3 rounded-small py-1 tabular-nums hover:bg-sunken/60"
          >
            <span className="min-w-0">
              <span className="font-semibold">{label}</span>
              {details && <span className="text-sm text-mute"> · {details}</span>}
            </span>
            <span className="font-semibold">
              {formatNumber(count)}
              <span className="sr-only"> atendimentos, </span>
            </span>
            <span className="text-right text-sm text-mute">{Math.round((100 * count) / total)}%</span>
            <span aria-hidden="true" className="col-span-full mt-1 h-1.5 overflow-hidden rounded-full bg-line">
              <span className="block h-full rounded-full bg-ink" style={{ width: `${(100 * count) / total}%` }} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Customers({ figures: { customers, totals }, toList }: FiguresProps) {
  const details = {
    new: formatCount(customers.new, 'cliente novo', 'clientes novos'),
    returning: `de ${formatCount(customers.returningPeople, 'cliente', 'clientes')}`,
    unknown: 'ou para convidados',
  }
  const rows = (['new', 'returning', 'unknown'] as const).map((customer) => ({
    key: customer,
    label: customerLabels[customer],
    details: details[customer],
    count: customers[customer],
    to: toList({ customer }),
  }))
  return (
    <Panel title="Clientes" text="Novo é quem nunca tinha sido atendido nesta barbearia.">
      <Shares rows={rows} total={totals.visits} />
    </Panel>
  )
}

function Sources({ figures: { sources, totals }, toList }: FiguresProps) {
  const rows = sources.map(({ source, visits }) => ({
    key: source,
    label: sourceLabels[source],
    count: visits,
    to: toList({ source }),
  }))
  return (
    <Panel
      title="Origem"
      text="Como cada atendimento foi marcado. O que é de antes de guardarmos a origem aparece como não sabido."
    >
      <Shares rows={rows} total={totals.visits} />
    </Panel>
  )
}

/** CSV files for a spreadsheet. */
function Downloads({ query }: { query: FiguresQuery }) {
  const period = `${query.from}-a-${query.to}`
  return (
    <div className="flex flex-wrap gap-2">
      <FileDownload
        label="Baixar o ranking (CSV)"
        file={`barbeiros-${period}.csv`}
        request={() => api(dashboardApi.exportBarbers, { query })}
      />
      <FileDownload
        label="Baixar os agendamentos (CSV)"
        file={`agendamentos-${period}.csv`}
        request={() => api(dashboardApi.exportAppointments, { query })}
      />
    </div>
  )
}
