import { type DashboardToday, dashboardApi } from '@na-regua/contract/dashboard'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../../lib/api.ts'
import { formatCount, formatDuration, formatMoney, formatNumber, formatShortDate } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { denseListClass } from '../../../ui/dense-row.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { describeOccupancy, describeOutcomes } from './rules.ts'

/** The key starts with the topic of the live events about appointments. */
export const todayQuery = (barbershopId: string | undefined) =>
  queryOptions({
    queryKey: ['appointments', 'dashboard', 'today', barbershopId],
    queryFn: ({ signal }) => api(dashboardApi.today, { query: { barbershopId }, signal }),
    refetchOnMount: 'always',
  })

/** What the day is worth so far, what it still brings, and how full each barber is. */
export function TodaySection({ barbershopId }: { barbershopId: string | undefined }) {
  const { data, isError, refetch } = useQuery(todayQuery(barbershopId))
  return (
    <section aria-labelledby="hoje" className="grid grid-cols-1 gap-3">
      <h2 id="hoje" className="text-xl">
        Hoje
        {data && <span className="font-sans text-base font-normal text-mute"> · {formatShortDate(data.date)}</span>}
      </h2>
      {data && <Today {...data} />}
      {!data && !isError && <TodaySkeleton />}
      {!data && isError && (
        <Notice
          tone="error"
          title="Erro ao carregar o dia"
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

function TodaySkeleton() {
  return (
    <div role="status" className="grid two-columns gap-3 sm:grid-cols-3 lg:grid-cols-6">
      <span className="sr-only">Carregando o dia...</span>
      {['agendamentos', 'feito', 'previsto', 'esperando', 'faltas', 'cancelados'].map((name) => (
        <Skeleton key={name} className="h-24" />
      ))}
    </div>
  )
}

function Today({ appointments, doneCents, expectedCents, waiting, barbers }: DashboardToday) {
  const { total, completed, upcoming, missed, cancelled } = appointments
  return (
    <>
      <dl className="grid two-columns gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-3 lg:grid-cols-6">
        <Figure label="Agendamentos" value={formatNumber(total)}>
          {describeOutcomes(appointments)}
        </Figure>
        <Figure label="Feito" value={formatMoney(doneCents)}>
          {formatCount(completed, 'concluído', 'concluídos')}
        </Figure>
        <Figure label="Previsto" value={formatMoney(expectedCents)}>
          {formatCount(upcoming, 'por vir', 'por vir')}
        </Figure>
        <Figure label="Esperando resposta" value={formatNumber(waiting)}>
          {waiting === 0 ? (
            'nenhum pedido'
          ) : (
            <Link
              to={{ pathname: paths.adminAppointments(), search: 'status=pending' }}
              className="font-semibold text-navy underline underline-offset-4"
            >
              Responder
            </Link>
          )}
        </Figure>
        <Figure label="Faltas" value={formatNumber(missed)}>
          {missed === 1 ? 'não compareceu' : 'não compareceram'}
        </Figure>
        <Figure label="Cancelados" value={formatNumber(cancelled)}>
          fora das contas
        </Figure>
      </dl>
      <Occupancy barbers={barbers} />
    </>
  )
}

function Figure({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5 bg-card px-4 py-3">
      <dt className="text-sm font-semibold text-mute">{label}</dt>
      <dd className="font-display text-xl font-extrabold tabular-nums wrap-anywhere">{value}</dd>
      <dd className="text-sm text-mute tabular-nums">{children}</dd>
    </div>
  )
}

/** Rows that are there before the list is opened. */
const SHOWN = 8

/** How much of each barber's working time of today is booked. */
function Occupancy({ barbers }: Pick<DashboardToday, 'barbers'>) {
  const [isComplete, setComplete] = useState(false)
  if (barbers.length === 0) return null
  const hasSeveral = new Set(barbers.map(({ barbershop }) => barbershop.id)).size > 1
  return (
    <div className="grid grid-cols-1 gap-2">
      <h3 id="ocupacao" className="font-sans text-base font-semibold tracking-normal">
        Ocupação por barbeiro
      </h3>
      <ul aria-labelledby="ocupacao" className={denseListClass}>
        {barbers.slice(0, isComplete ? undefined : SHOWN).map((barber) => (
          <li key={barber.id}>
            <OccupancyRow barber={barber} hasBarbershop={hasSeveral} />
          </li>
        ))}
      </ul>
      {!isComplete && barbers.length > SHOWN && (
        <Button variant="outline" className="justify-self-start" onClick={() => setComplete(true)}>
          Ver os {barbers.length} barbeiros
        </Button>
      )}
    </div>
  )
}

type OccupancyRowProps = { barber: DashboardToday['barbers'][number]; hasBarbershop: boolean }

function OccupancyRow({ barber, hasBarbershop }: OccupancyRowProps) {
  const { name, avatarUrl, barbershop, openMinutes, bookedMinutes } = barber
  const percent = describeOccupancy(barber)
  return (
    <div className="grid min-h-14 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 px-3 py-1.5 md:grid-cols-[auto_minmax(0,1fr)_minmax(0,1fr)_auto] md:px-4">
      <Avatar name={name} src={avatarUrl} className="size-9 text-xs" />
      <div className="min-w-0">
        <p className="line-clamp-3 wrap-anywhere leading-snug font-semibold">{name}</p>
        {hasBarbershop && <p className="line-clamp-4 wrap-anywhere text-xs text-mute">{barbershop.name}</p>}
        <Bar share={openMinutes === 0 ? 0 : bookedMinutes / openMinutes} className="mt-1 md:hidden" />
      </div>
      <Bar share={openMinutes === 0 ? 0 : bookedMinutes / openMinutes} className="hidden md:block" />
      <p className="min-w-24 text-right text-sm leading-snug text-mute tabular-nums">
        <span className="block font-semibold text-ink">{percent}</span>
        {openMinutes > 0 && `${formatDuration(bookedMinutes)} de ${formatDuration(openMinutes)}`}
      </p>
    </div>
  )
}

function Bar({ share, className }: { share: number; className: string }) {
  return (
    <div aria-hidden="true" className={`h-2 overflow-hidden rounded-full bg-line ${className}`}>
      <div className="h-full rounded-full bg-ink" style={{ width: `${Math.round(100 * share)}%` }} />
    </div>
  )
}
