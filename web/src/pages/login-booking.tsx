import { useQuery } from '@tanstack/react-query'
import { matchPath, useLocation } from 'react-router'
import { parseReturnPath } from '../features/accounts/rules.ts'
import {
  type BookingChoices,
  listActiveServices,
  readBookingChoices,
  selectBarber,
  selectServices,
  toSelectedServices,
  toShopOfBarber,
} from '../features/appointments/booking/rules.ts'
import { barbershopQuery } from '../features/barbershops/queries.ts'
import { barbersQuery } from '../features/staff/barbers/queries.ts'
import { formatMoney, formatShortDate, formatSpokenTime } from '../lib/format.ts'
import { useSession } from '../lib/session.ts'
import { Skeleton } from '../ui/loading.tsx'

const bookingPattern = '/barbershop/:barbershopId/booking/:barberId/:serviceId?'

/** What the user was booking when the login was required; undefined for any other page. */
export function readPendingBooking(returnPath: string): BookingChoices | undefined {
  const { pathname, searchParams } = new URL(returnPath, 'http://site.invalid')
  const match = matchPath(bookingPattern, pathname)
  const choices = match && readBookingChoices(match.params, searchParams)
  return choices?.reschedule ? undefined : (choices ?? undefined)
}

/** On the login page: what is being booked. The page to return to is in the history state, which the server does not know. */
export function LoginBooking() {
  const { isHydrated } = useSession()
  const { state } = useLocation()
  const choices = isHydrated ? readPendingBooking(parseReturnPath(state)) : undefined
  return choices && <PendingBooking choices={choices} />
}

function PendingBooking({ choices }: { choices: BookingChoices }) {
  const { data, isError } = useQuery(barbershopQuery(choices.barbershopId))
  const { data: barbers, isError: hasNoBarbers } = useQuery(barbersQuery(choices.barbershopId))
  if (isError || hasNoBarbers) return null
  if (!data || !barbers) return <Skeleton className="h-26 rounded-card" />
  const { barbershop } = data
  const barber = selectBarber(barbers, choices.barberId)
  const shop = toShopOfBarber(barbershop, barbers, barber?.id)
  const services = toSelectedServices(selectServices(listActiveServices(shop.services), choices), shop)
  const { date, time } = choices
  return (
    <section aria-label="O que você está agendando" className="rounded-card border border-line bg-card px-4 py-3">
      <p className="[overflow-wrap:anywhere] font-semibold">{barbershop.name}</p>
      <p className="[overflow-wrap:anywhere] text-sm text-mute">
        {[services?.name, barber && `com ${barber.name}`].filter(Boolean).join(' · ')}
      </p>
      <p className="mt-1.5 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-1.5 tabular-nums">
        <span className={time ? 'font-semibold' : 'text-mute'}>
          {date && time
            ? `${formatShortDate(date)} às ${formatSpokenTime(time)}`
            : 'Dia e horário você escolhe em seguida'}
        </span>
        {services && <span className="font-semibold">{formatMoney(services.priceCents)}</span>}
      </p>
    </section>
  )
}
