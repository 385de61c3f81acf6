import { appointmentsApi, IDEMPOTENCY_HEADER } from '@na-regua/contract/appointments'
import type { Body } from '@na-regua/contract/route'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** What a person wants to book; instants in UTC. The end is the service's and only checked by the server. */
export type BookingInput = Omit<Body<typeof appointmentsApi.create>, 'customerId'>

export function bookAppointment(wish: BookingInput, customerId: string, idempotencyKey: string) {
  return api(appointmentsApi.create, {
    body: { customerId, ...wish },
    headers: { [IDEMPOTENCY_HEADER]: idempotencyKey },
  })
}

export function holdSlot({ endTime: _, ...body }: BookingInput) {
  return api(appointmentsApi.hold, { body })
}

/** Asks for another time of the same barber, for as long as the appointment takes. Instants in UTC. */
export function rescheduleAppointment(id: string, body: Body<typeof appointmentsApi.reschedule>) {
  return api(appointmentsApi.reschedule, { params: { id }, body })
}

/** Gives the time back. When this fails the hold ends by itself. */
export function releaseHold() {
  return api(appointmentsApi.release).catch(() => undefined)
}

export function appointmentQuery(id: string) {
  return queryOptions({
    queryKey: ['appointments', id],
    queryFn: ({ signal }) => api(appointmentsApi.get, { params: { id }, signal }),
    select: ({ appointment }) => appointment,
  })
}
