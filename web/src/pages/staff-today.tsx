import type { StaffDay } from '@na-regua/contract/agendas'
import type { Appointment } from '@na-regua/contract/appointments'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type StaffScreen, useStaffScreen } from '../features/accounts/use-staff-screen.ts'
import { agendaBarbershopsQuery, agendaQuery } from '../features/appointments/agenda/queries.ts'
import { staffDayQuery } from '../features/appointments/day/queries.ts'
import { formatCount, formatTime } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useUser } from '../lib/session.ts'
import { useNow } from '../lib/use-now.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Skeleton } from '../ui/loading.tsx'
import { useChosenBarbershop } from './own-parts.tsx'

/** The first appointment of the day that is not over and still takes place. */
export function findNextOfDay(day: StaffDay, now: Date) {
  const isAhead = ({ status, endTime }: Appointment) =>
    (status === 'CONFIRMED' || status === 'SCHEDULED') && Date.parse(endTime) > now.getTime()
  return day.barbers
    .flatMap(({ appointments, timeZone }) => appointments.filter(isAhead).map((next) => ({ next, timeZone })))
    .toSorted((one, other) => Date.parse(one.next.startTime) - Date.parse(other.next.startTime))[0]
}

/** On the home page, for staff who are signed in: what comes next, what waits for them, and the way to their day. */
export function StaffToday() {
  const user = useUser()
  const screen = useStaffScreen()
  if (!user || !screen) return null
  return screen === 'barber' ? (
    <BarberToday userId={user.id} isOwner={user.role === 'OWNER'} />
  ) : (
    <BoardToday userId={user.id} />
  )
}

function BarberToday({ userId, isOwner }: { userId: string; isOwner: boolean }) {
  const { data, isError } = useQuery(staffDayQuery({ side: 'barber', userId }, undefined))
  return (
    <Today
      screen="barber"
      day={data}
      isError={isError}
      requests={data?.requests?.length ?? 0}
      requestsPath={paths.barberAppointments()}
      other={isOwner && <DayLink to={paths.ownerToday()}>Agenda da barbearia</DayLink>}
    />
  )
}

/** Shows the barbershop that the user works in now; the requests are those of all. */
function BoardToday({ userId }: { userId: string }) {
  const shops = useQuery(agendaBarbershopsQuery())
  const shop = useChosenBarbershop(shops.data)
  const viewer = { side: 'owner', userId, barbershopId: shop?.id ?? '' } as const
  const day = useQuery({ ...staffDayQuery(viewer, undefined), enabled: shop !== undefined })
  const pending = useQuery(agendaQuery('owner', { status: 'pending', page: 1 }))
  if (shops.data && !shop) return <NoBarbershop />
  return (
    <Today
      screen="board"
      day={day.data}
      isError={shops.isError || day.isError}
      requests={pending.data?.pagination.total ?? 0}
      requestsPath={`${paths.adminAppointments()}?status=pending`}
    />
  )
}

function NoBarbershop() {
  return (
    <Frame>
      <p className="min-w-0 flex-1">Cadastre a sua barbearia para receber os primeiros horários.</p>
      <DayLink to={paths.createBarbershop()}>Cadastrar barbearia</DayLink>
    </Frame>
  )
}

function DayLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <ButtonLink to={to} variant="outline" className="flex-1 sm:flex-none">
      {children}
    </ButtonLink>
  )
}

/** It keeps its height while it loads. */
function Frame({ children }: { children: ReactNode }) {
  return (
    <section
      aria-labelledby="seu-dia-hoje"
      className="mb-8 rounded-card border border-line bg-card px-4 pt-3 pb-4 md:mb-4 print:hidden"
    >
      <h2 id="seu-dia-hoje" className="text-lg">
        Seu dia hoje
      </h2>
      <div className="mt-2 flex min-h-12 flex-wrap items-center justify-between gap-x-6 gap-y-3">{children}</div>
    </section>
  )
}

type TodayProps = {
  screen: StaffScreen
  day: StaffDay | undefined
  isError: boolean
  requests: number
  requestsPath: string
  other?: ReactNode
}

function Today({ screen, day, isError, requests, requestsPath, other }: TodayProps) {
  const now = useNow()
  const isBarber = screen === 'barber'
  return (
    <Frame>
      {day && <Next found={findNextOfDay(day, now)} now={now} hasBarber={!isBarber} />}
      {!day && isError && <p className="min-w-0 flex-1 text-mute">Não deu para carregar o seu dia agora.</p>}
      {!day && !isError && <Skeleton className="h-12 min-w-40 flex-1" />}
      <div className="flex w-full flex-wrap gap-2 sm:w-auto">
        {requests > 0 && (
          <DayLink to={requestsPath}>{formatCount(requests, 'pedido espera', 'pedidos esperam')}</DayLink>
        )}
        {other}
        <ButtonLink
          to={isBarber ? paths.barberAppointments() : paths.ownerToday()}
          variant="ink"
          className="flex-1 sm:flex-none"
        >
          {isBarber ? 'Abrir meu dia' : 'Abrir a agenda'}
        </ButtonLink>
      </div>
    </Frame>
  )
}

type NextProps = { found: ReturnType<typeof findNextOfDay>; now: Date; hasBarber: boolean }

function Next({ found, now, hasBarber }: NextProps) {
  if (!found) return <p className="min-w-0 flex-1 text-mute">Nenhum horário à frente hoje.</p>
  const { next, timeZone } = found
  const isNow = Date.parse(next.startTime) <= now.getTime()
  return (
    <p className="flex min-w-0 flex-1 basis-52 items-center gap-3.5">
      <span className="font-display text-3xl leading-none font-extrabold tabular-nums">
        {formatTime(next.startTime, timeZone)}
      </span>
      <span className="min-w-0 leading-snug">
        <span className="block text-sm text-mute">{isNow ? 'Agora' : 'Próximo horário'}</span>
        <span className="block font-semibold wrap-anywhere">{next.customer.name}</span>
        <span className="block text-sm text-mute wrap-anywhere">
          {[next.service.name, hasBarber && `com ${next.barber.name}`].filter(Boolean).join(' · ')}
        </span>
      </span>
    </p>
  )
}
