import { agendasApi } from '@na-regua/contract/agendas'
import { appointmentsApi, IDEMPOTENCY_HEADER } from '@na-regua/contract/appointments'
import { barbershopsApi } from '@na-regua/contract/barbershops'
import type { Body } from '@na-regua/contract/route'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** A booking; instants in UTC. The end follows from the services, the server only compares it. */
export type BookingInput = Omit<Body<typeof appointmentsApi.create>, 'customerId'>

export function bookAppointment(input: BookingInput, customerId: string, idempotencyKey: string) {
  return api(appointmentsApi.create, {
    body: { customerId, ...input },
    headers: { [IDEMPOTENCY_HEADER]: idempotencyKey },
  })
}

/** A hold is for a slot only: for whom it is and the note follow with the booking. It keeps the time, not the price, that it compares. */
export function holdSlot({ endTime: _, guestName: _guest, note: _note, source: _source, ...body }: BookingInput) {
  return api(appointmentsApi.hold, { body })
}

/** Requests another time, with the same barber and duration or with another barber. Instants in UTC. */
export function rescheduleAppointment(id: string, body: Body<typeof appointmentsApi.reschedule>) {
  return api(appointmentsApi.reschedule, { params: { id }, body })
}

/** Releases the held slot. Errors are ignored: the hold expires by itself. */
export function releaseHold() {
  return api(appointmentsApi.releaseHold).catch(() => undefined)
}

/** The customer's own appointments of a day, of which the slots are marked. A customer has a handful a day. */
export function ownDayQuery(date: string) {
  return queryOptions({
    queryKey: ['appointments', 'own-day', date],
    queryFn: ({ signal }) => api(agendasApi.listOfCustomer, { query: { date }, signal }),
    select: ({ appointments }) => appointments,
  })
}

export function appointmentQuery(id: string) {
  return queryOptions({ ...appointmentToChangeQuery(id), select: ({ appointment }) => appointment })
}

/** With what another time costs: the confirmation, and the price of another barber. */
export function appointmentToChangeQuery(id: string) {
  return queryOptions({
    queryKey: ['appointments', id],
    queryFn: ({ signal }) => api(appointmentsApi.get, { params: { id }, signal }),
  })
}

/** The active services of a barbershop, and what they cost together. */
export function activeServicesQuery(barbershopId: string) {
  return queryOptions({
    queryKey: ['barbershops', barbershopId, 'services'],
    queryFn: ({ signal }) => api(barbershopsApi.get, { params: { id: barbershopId }, signal }),
    select: ({ barbershop: { services, combinations } }) => ({
      services: services.filter(({ isActive }) => isActive),
      combinations,
    }),
    meta: { stored: true },
  })
}
