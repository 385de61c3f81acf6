import { agendasApi } from '@na-regua/contract/agendas'
import { appointmentsApi } from '@na-regua/contract/appointments'
import { barbershopsApi } from '@na-regua/contract/barbershops'
import type { Body } from '@na-regua/contract/route'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

/** Whose day: the barber's own in every barbershop, or all barbers of one of the owner's barbershops. */
export type DayViewer = { side: 'barber'; userId: string } | { side: 'owner'; userId: string; barbershopId: string }

/** An appointment of the staff, also a cancelled one, with the day on which the agenda has it. */
export function appointmentDayQuery(id: string) {
  return queryOptions({
    queryKey: ['appointments', 'day', 'of', id],
    queryFn: ({ signal }) => api(agendasApi.dayOfAppointment, { params: { id }, signal }),
    refetchOnMount: 'always',
  })
}

/** The appointments and free ranges of a day. Without a date: today in the barbershop's time zone. */
export function staffDayQuery(viewer: DayViewer, date: string | undefined) {
  return queryOptions({
    queryKey: ['appointments', 'day', viewer, date ?? 'today'],
    queryFn: ({ signal }) =>
      viewer.side === 'barber'
        ? api(agendasApi.dayOfBarber, { query: { date }, signal })
        : api(agendasApi.dayOfOwner, { query: { date, barbershopId: viewer.barbershopId }, signal }),
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    // Free ranges shrink over time and holds expire, neither of which publishes a live event.
    refetchInterval: 60_000,
  })
}

/** The active services of a barbershop. */
export function activeServicesQuery(barbershopId: string) {
  return queryOptions({
    queryKey: ['barbershops', barbershopId, 'services'],
    queryFn: ({ signal }) => api(barbershopsApi.get, { params: { id: barbershopId }, signal }),
    select: ({ barbershop }) => barbershop.services.filter(({ isActive }) => isActive),
  })
}

export function addWalkIn(input: Body<typeof appointmentsApi.walkIn>) {
  return api(appointmentsApi.walkIn, { body: input })
}
