import type { Series, SeriesDate } from '@na-regua/contract/series'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { formatMoney, formatNearShortDate } from '../../../lib/format.ts'
import { toLocalTime } from '../../../lib/local-time.ts'
import { useUser } from '../../../lib/session.ts'
import { useUrlHash } from '../../../lib/use-url-hash.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LoadingMessage } from '../../../ui/loading.tsx'
import { Sentences } from '../../../ui/sentences.tsx'
import { ownSeriesQuery, seriesQuery, useDateReply, useSeriesChange } from './queries.ts'
import { describeException, describeRule, describeSeriesState, formatStart, stateOf, summarizeDates } from './rules.ts'

/** The link of its notifications. */
const SECTION_ID = 'horarios-fixos'

/** The standing appointments of the signed-in user, above the agenda. One that needs a choice is open. */
export function OwnSeries({ className }: { className?: string }) {
  const user = useUser()
  const { data = [] } = useQuery({ ...ownSeriesQuery(), enabled: user !== undefined })
  const isLinked = useUrlHash() === SECTION_ID
  if (data.length === 0) return null
  return (
    <section
      id={SECTION_ID}
      tabIndex={-1}
      aria-labelledby="titulo-fixos"
      className={`rounded-card border border-line bg-card outline-none ${className}`}
    >
      <h2 id="titulo-fixos" className="px-4 pt-3 text-lg">
        {data.length === 1 ? 'Horário fixo' : 'Horários fixos'}
      </h2>
      <ul className="divide-y divide-line">
        {data.map((series) => (
          <li key={series.id}>
            <OwnSeriesRow series={series} isLinked={isLinked && data.length === 1} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function OwnSeriesRow({ series, isLinked }: { series: Series; isLinked: boolean }) {
  const needsChoice = series.dates.some(({ status }) => status === 'ALTERNATIVES')
  const [isToggled, setToggled] = useState<boolean>()
  // It stays open when the choice is made.
  if (needsChoice && isToggled === undefined) setToggled(true)
  const isOpen = isToggled ?? isLinked
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setToggled(!isOpen)}
        className="flex min-h-16 w-full items-center gap-3 px-4 py-2 text-left"
      >
        <span className="min-w-0 flex-1 wrap-anywhere">
          <span className="block font-semibold">{describeRule(series)}</span>
          <span className="block text-sm text-mute">
            {series.serviceName} com {series.barber.name}, {series.barbershop.name}
          </span>
        </span>
        {needsChoice && <Badge tone="brass">Escolha outro</Badge>}
        {series.status !== 'ACTIVE' && <Badge>{series.status === 'PAUSED' ? 'Em pausa' : 'Encerrado'}</Badge>}
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} className="size-5 shrink-0 text-mute" />
      </button>
      {series.isSuspended && (
        <p className="px-4 pb-3 text-sm text-brass">
          A barbearia não está recebendo agendamentos agora; seu horário fixo continua quando ela voltar.
        </p>
      )}
      {isOpen && <SeriesDetails series={series} className="px-4 pb-4" />}
    </>
  )
}

/** For staff, from an appointment of the series; and for the customer from its card. */
export function SeriesDialog({ seriesId, onClose }: { seriesId: string; onClose: () => void }) {
  const { data: series, error } = useQuery(seriesQuery(seriesId))
  return (
    <Dialog isOpen onClose={onClose} title="Horário fixo">
      {series ? (
        <>
          <p className="mb-3 wrap-anywhere">
            <strong className="block">{describeRule(series)}</strong>
            {series.customerName}: {series.serviceName} com {series.barber.name}
          </p>
          <SeriesDetails series={series} />
        </>
      ) : error ? (
        <p role="alert">
          <Sentences>{errorText(error, 'Não foi possível carregar.')}</Sentences>
        </p>
      ) : (
        <LoadingMessage>Carregando datas...</LoadingMessage>
      )}
    </Dialog>
  )
}

function SeriesDetails({ series, className }: { series: Series; className?: string }) {
  const state = describeSeriesState(series)
  return (
    <div className={className}>
      {state && <p className="mb-2 text-mute">{state}</p>}
      {series.dates.length > 0 && (
        <>
          <p className="mb-2 text-sm text-mute tabular-nums">
            {summarizeDates(series.dates)} {formatMoney(series.priceCents)} por data nova.
          </p>
          <ul className="divide-y divide-line rounded-control border border-line">
            {series.dates.map((date) => (
              <DateRow key={date.date} series={series} date={date} isOpen />
            ))}
          </ul>
        </>
      )}
      {series.status !== 'ENDED' && <SeriesButtons series={series} />}
    </div>
  )
}

type DateRowProps = {
  series: Series
  date: SeriesDate
  /** With the slots to choose from. */
  isOpen?: boolean
}

/** One date: when, what became of it, and what there is to choose. */
export function DateRow({ series, date, isOpen = false }: DateRowProps) {
  const { label, tone } = stateOf(date)
  const exception = describeException(date)
  const { appointment } = date
  const now = new Date()
  const today = toLocalTime(now, series.timeZone).date
  return (
    <li className="px-3 py-2.5">
      <div className="flex items-center gap-3">
        <span className="min-w-0 flex-1 tabular-nums">
          {appointment
            ? formatStart(appointment.startTime, series.timeZone, now)
            : formatNearShortDate(date.date, today)}
          {appointment && appointment.barberName !== series.barber.name && (
            <span className="text-mute"> · {appointment.barberName}</span>
          )}
          {exception && <span className="block text-sm text-mute">{exception}</span>}
        </span>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {isOpen && date.status === 'ALTERNATIVES' && <Choices series={series} date={date} />}
    </li>
  )
}

function Choices({ series, date: { date, alternatives, replyBy } }: Pick<DateRowProps, 'series' | 'date'>) {
  const { mutate, isPending, variables } = useDateReply(series.id)
  const now = new Date()
  const isBusy = (startTime: string | undefined) => isPending && variables.choice?.startTime === startTime
  return (
    <fieldset
      aria-label={`Outro horário para ${formatNearShortDate(date, toLocalTime(now, series.timeZone).date)}`}
      className="mt-2 grid min-w-0 grid-cols-1 gap-2"
    >
      {replyBy && (
        <p className="text-sm text-brass">Escolha até {formatStart(replyBy, series.timeZone, now).toLowerCase()}.</p>
      )}
      {alternatives.map(({ barberId, barberName, startTime }) => (
        <Button
          key={`${barberId} ${startTime}`}
          variant="outline"
          className="flex-wrap justify-between! gap-y-0 text-left tabular-nums"
          isBusy={isBusy(startTime)}
          onClick={() => isPending || mutate({ date, choice: { barberId, startTime } })}
        >
          <span className="whitespace-nowrap">{formatStart(startTime, series.timeZone, now)}</span>
          {barberId !== series.barber.id && (
            <span className="wrap-anywhere font-normal text-mute">com {barberName}</span>
          )}
        </Button>
      ))}
      <Button variant="ghost" isBusy={isBusy(undefined)} onClick={() => isPending || mutate({ date, choice: null })}>
        Pular esta data
      </Button>
    </fieldset>
  )
}

/** Ending and pausing free the coming dates, so both are confirmed. */
function SeriesButtons({ series }: { series: Series }) {
  const { mutate, isPending } = useSeriesChange(series.id)
  const [next, setNext] = useState<'PAUSED' | 'ENDED'>()
  const { version, status } = series
  const close = () => setNext(undefined)
  const verb = next === 'PAUSED' ? 'Pausar' : 'Encerrar'
  const footer = (
    <>
      <Button variant="ghost" onClick={close}>
        Voltar
      </Button>
      <Button isBusy={isPending} onClick={() => next && mutate({ version, status: next }, { onSettled: close })}>
        {verb}
      </Button>
    </>
  )
  return (
    <div className="mt-3 flex flex-wrap gap-2 *:flex-1">
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setNext('ENDED')}>
        Encerrar
      </Button>
      {status === 'ACTIVE' ? (
        <Button variant="outline" aria-haspopup="dialog" onClick={() => setNext('PAUSED')}>
          Pausar
        </Button>
      ) : (
        <Button variant="ink" isBusy={isPending} onClick={() => mutate({ version, status: 'ACTIVE' })}>
          Retomar
        </Button>
      )}
      <Dialog isOpen={next !== undefined} onClose={close} title={`${verb} o horário fixo?`} footer={footer}>
        As datas marcadas que ainda podem ser canceladas são canceladas.
      </Dialog>
    </div>
  )
}
