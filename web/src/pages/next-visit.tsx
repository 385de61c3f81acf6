import type { Appointment } from '@na-regua/contract/appointments'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { AppointmentCard } from '../features/appointments/agenda/appointment-card.tsx'
import { CustomerActions } from '../features/appointments/agenda/customer-actions.tsx'
import { agendaQuery } from '../features/appointments/agenda/queries.ts'
import { isUpcoming } from '../features/appointments/agenda/rules.ts'
import { availabilityQuery } from '../features/availability/queries.ts'
import { formatSlotDay } from '../features/availability/slots-today/queries.ts'
import { mapParameter } from '../features/barbershops/filters/rules.ts'
import { OwnEntries } from '../features/queue/queue-card.tsx'
import { NetworkError } from '../lib/api-error.ts'
import { formatTimeInSentence } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useUser } from '../lib/session.ts'
import { useNow } from '../lib/use-now.ts'
import { createStoredValue, useStoredValue } from '../lib/use-stored-value.ts'
import { Avatar } from '../ui/avatar.tsx'
import { ButtonLink, IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useIsOnline } from '../ui/stale-notice.tsx'

/** Of a customer who has booked: when, with whom, where, and what to do with it. */
export function NextVisit() {
  const { data } = useQuery(agendaQuery('customer', { status: 'all', page: 1 }))
  const now = useNow()
  const next = data?.appointments.find((appointment) => isUpcoming(appointment, now))
  if (!next) return null
  return (
    <section aria-label="Seu próximo horário" className="mb-8 md:mb-4">
      <h2 className="sr-only">Seu próximo horário</h2>
      <AppointmentCard appointment={next} now={now} actions={<CustomerActions appointment={next} now={now} />} />
    </section>
  )
}

/** Closed until the tab is. */
const storedClosing = createStoredValue({
  key: 'bookAgainClosed',
  storage: 'session',
  parse: (text) => text === 'true',
})

const asideClass =
  'sticky bottom-[calc(var(--bottom-navigation,0px)+0.75rem)] z-10 mt-4 flex w-full max-w-110 animate-rise items-center rounded-card border border-edge bg-card shadow-float md:ml-auto'

/** What is readable on the home page without network: nothing of it but these. */
function StoredPages() {
  const user = useUser()
  const isStaff = user && user.role !== 'CUSTOMER'
  return (
    <aside aria-label="Sem rede" className={`${asideClass} flex-wrap gap-2 p-3 [&>a]:flex-1 [&>a]:px-3!`}>
      <p className="w-full text-sm">
        <span className="font-semibold">Sem rede.</span> O que é seu continua aqui:
      </p>
      {isStaff && (
        <ButtonLink to={user.role === 'BARBER' ? paths.barberAppointments() : paths.ownerToday()} variant="ink">
          Hoje
        </ButtonLink>
      )}
      <ButtonLink to={paths.customerAppointments()} variant={isStaff ? 'outline' : 'ink'}>
        Agendamentos
      </ButtonLink>
      <ButtonLink to={paths.favorites()} variant="outline">
        Favoritas
      </ButtonLink>
    </aside>
  )
}

/** On the home page of a user: where they wait now, else what they may book again. */
export function BookAgain() {
  const { data, error } = useQuery(agendaQuery('customer', { status: 'all', page: 1 }))
  const isOnline = useIsOnline() && !(error instanceof NetworkError)
  if (!isOnline) return <StoredPages />
  return <OwnEntries className={asideClass} instead={<NextBooking appointments={data?.appointments ?? []} />} />
}

/**
 * It stands over the end of the screen, so that nothing moves when it appears; not over a map, whose controls and card are there.
 */
function NextBooking({ appointments }: { appointments: readonly Appointment[] }) {
  const [isClosed, setClosed] = useStoredValue(storedClosing)
  const [params] = useSearchParams()
  if (isClosed || params.get(mapParameter) === '1') return null
  const close = (
    <IconButton label="Fechar Marcar de novo" onClick={() => setClosed(true)}>
      <Icon name="close" />
    </IconButton>
  )
  return <BookAgainCard appointments={appointments} className={asideClass} close={close} />
}

/** The last appointment that took place, or that should have: not all barbershops mark what is done. None while anything is booked. */
export function findLastAppointment(appointments: readonly Appointment[], now: Date): Appointment | undefined {
  const isBooked = ({ status }: Appointment) => status === 'CONFIRMED' || status === 'SCHEDULED'
  const isOver = ({ endTime }: Appointment) => Date.parse(endTime) <= now.getTime()
  if (appointments.some((one) => isBooked(one) && !isOver(one))) return undefined
  return appointments.find((one) => one.status === 'COMPLETED' || isBooked(one))
}

/** The same barber and services, as far as the barbershop still has them, at the barber's next slot. */
function useNextSlot(last: Appointment | undefined) {
  const serviceIds = last?.services.flatMap(({ id }) => id ?? []) ?? []
  const target = { barbershopId: last?.barbershop.id ?? '', barberId: last?.barber.id ?? '', serviceIds }
  const { data } = useQuery({ ...availabilityQuery({ target }), enabled: serviceIds.length > 0, retry: false })
  const day = data?.days?.find(({ slots }) => slots.length > 0)
  const [time] = day?.slots ?? []
  if (!data || !day || !time) return undefined
  const { date } = day
  const [serviceId, ...extraIds] = serviceIds
  return { path: paths.booking({ ...target, serviceId, extraIds, date, time }), date, time, today: data.date }
}

type BookAgainCardProps = { appointments: readonly Appointment[]; className: string; close?: ReactNode }

/** For a customer who has been somewhere and has booked nothing: one tap chooses the last barber with the same services at the next slot. */
export function BookAgainCard({ appointments, className, close }: BookAgainCardProps) {
  const last = findLastAppointment(appointments, new Date())
  const next = useNextSlot(last)
  if (!last || !next) return null
  const { barber, barbershop, service } = last
  const when = `${formatSlotDay(next.date, next.today)} às ${formatTimeInSentence(next.time)}`
  return (
    <aside aria-label="Marcar de novo" className={className}>
      <Link
        to={next.path}
        prefetch="render"
        className="flex min-h-15 min-w-0 flex-1 items-center gap-3 rounded-card py-2 pl-3 active:bg-sunken"
      >
        <Avatar name={barber.name} src={barber.avatarUrl} />
        <span className="min-w-0 flex-1 text-sm leading-tight">
          <span className="block font-semibold">Marcar de novo</span>
          <span className="block truncate tabular-nums">
            {when} com {barber.name}
          </span>
          <span className="line-clamp-4 wrap-anywhere text-mute">
            {service.name} · {barbershop.name}
          </span>
        </span>
        <Icon name="chevron-right" className="size-5 shrink-0 max-sm:hidden" />
      </Link>
      {close}
    </aside>
  )
}
