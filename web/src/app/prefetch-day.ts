import type { User } from '@na-regua/contract/accounts'
import { agendasApi } from '@na-regua/contract/agendas'
import type { StoredQueries } from '@na-regua/offline'
import { hashKey, type QueryClient } from '@tanstack/react-query'
import { agendaBarbershopsQuery, agendaQuery, calendarFileQuery } from '../features/appointments/agenda/queries.ts'
import { isUpcoming } from '../features/appointments/agenda/rules.ts'
import { staffDayQuery } from '../features/appointments/day/queries.ts'
import { bookableBarbersQuery, mostBookedServicesQuery } from '../features/appointments/new-appointment/queries.ts'
import { activeServicesQuery } from '../features/appointments/queries.ts'
import { staffedBarbershopsQuery } from '../features/customers/queries.ts'
import { favoritesQuery } from '../features/favorites/favorite-list.tsx'
import { getStoredPosition } from '../features/places/use-search-position.ts'
import { queueTodayQuery } from '../features/queue/today/use-queue-today.ts'
import { scheduleQuery, timeOffQuery } from '../features/staff/queries.ts'
import { pixSettingsQuery } from '../features/statements/queries.ts'
import { checkoutQuery, dayVisitsQuery } from '../features/visits/queries.ts'
import { api } from '../lib/api.ts'
import { isPermitted } from '../lib/permissions.ts'

/** What is younger is not loaded again for an offline day. */
export const FRESH_MS = 15 * 60_000
/** Upcoming appointments of which the calendar file is stored. */
const MAX_FILES = 5

/** `signal`: the session has ended, and what is not requested yet is not. */
type Source = { client: QueryClient; user: User; store: Promise<StoredQueries | undefined>; signal: AbortSignal }

/** What the roles of the user need on a day without network. */
export async function prefetchDay(source: Source) {
  const { role, isBarber, barbershopRoles = [] } = source.user
  const isStaff = role !== 'CUSTOMER' || barbershopRoles.length > 0
  if (role === 'BARBER' || isBarber) await prefetchOwnDays(source)
  const isAtBoard = role === 'OWNER' || barbershopRoles.length > 0
  if (isAtBoard && isPermitted('agenda', source.user)) await prefetchBoards(source)
  if (!isStaff) await prefetchAppointments(source)
}

const recently = { staleTime: FRESH_MS, retry: false } as const

/** Today and the next 7 days in one request. */
async function prefetchOwnDays(source: Source) {
  const { client, user, store } = source
  const viewer = { side: 'barber', userId: user.id } as const
  const { days } = await api(agendasApi.daysOfBarber)
  for (const [index, day] of days.entries()) {
    const data = { ...day, requests: days[0]?.requests }
    for (const date of index === 0 ? [undefined, day.date] : [day.date]) {
      const { queryKey } = staffDayQuery(viewer, date)
      const isShown = client.getQueryCache().find({ queryKey })?.isActive()
      if (!isShown) client.setQueryData(queryKey, data)
      void (await store)?.save({ key: queryKey, hash: hashKey(queryKey), data, updatedAt: Date.now() })
    }
  }
  for (const { barberId, barbershop } of days[0]?.barbers ?? []) {
    await prefetchChoices(source, barbershop.id)
    // For time off that is added without network.
    await client.prefetchQuery({ ...scheduleQuery(barberId), ...recently })
    await client.prefetchQuery({ ...timeOffQuery(barberId), ...recently })
  }
}

/** What a walk-in or a booking chooses from, the queue, and what the sheet needs that closes a visit (comanda). */
async function prefetchChoices({ client, user }: Source, barbershopId: string) {
  await client.prefetchQuery({ ...activeServicesQuery(barbershopId), ...recently })
  await client.prefetchQuery({ ...mostBookedServicesQuery(barbershopId), ...recently })
  await client.prefetchQuery({ ...bookableBarbersQuery(barbershopId), ...recently })
  await client.prefetchQuery({ ...queueTodayQuery(barbershopId), ...recently })
  const checkout = checkoutQuery({ barbershopId })
  await client.prefetchQuery({ ...checkout, ...recently })
  if (!client.getQueryData(checkout.queryKey)?.usesVisits) return
  await client.prefetchQuery({ ...pixSettingsQuery(barbershopId), ...recently })
  await client.prefetchQuery({ ...staffedBarbershopsQuery(user.id), ...recently })
  await client.prefetchQuery({ ...dayVisitsQuery(barbershopId, undefined), ...recently })
}

/** Today's board of each barbershop. */
async function prefetchBoards(source: Source) {
  const { client, user } = source
  const { barbershops } = await client.fetchQuery({ ...agendaBarbershopsQuery(), ...recently })
  for (const { id, isActive } of barbershops) {
    await client.prefetchQuery({
      ...staffDayQuery({ side: 'owner', userId: user.id, barbershopId: id }, undefined),
      ...recently,
    })
    if (isActive) await prefetchChoices(source, id)
  }
}

/** A customer's appointments, the calendar files of the upcoming ones, and the favorites. */
async function prefetchAppointments({ client, signal }: Source) {
  const { appointments } = await client.fetchQuery({
    ...agendaQuery('customer', { status: 'all', page: 1 }),
    ...recently,
  })
  const upcoming = appointments.filter((appointment) => isUpcoming(appointment, new Date())).slice(0, MAX_FILES)
  for (const { id } of upcoming) {
    if (signal.aborted) return
    await client.prefetchQuery({ ...calendarFileQuery(id), ...recently })
  }
  if (!signal.aborted) await client.prefetchInfiniteQuery({ ...favoritesQuery(getStoredPosition()), ...recently })
}
