import { ANY_BARBER } from '@na-regua/contract/appointments'
import { availabilityApi } from '@na-regua/contract/availability'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { fresh } from '../../lib/query-client.ts'

/** The longest span of one request: a month, or the days in view and the 14 after any of them. */
export const SPAN_DAYS = 31

/** Whose free time, and for what. */
export type Target = {
  barbershopId: string
  /** Or 'any', for whoever of the shop is free. */
  barberId: string
  serviceIds: readonly string[]
  /** The appointment that is to be moved: it takes as long as was agreed, and its own time does not stand in its way. */
  reschedule?: string
}

type Asked = {
  target: Target
  /** First day of the span; absent: today, as the server and the shop's zone see it. */
  from?: string
  days?: number
}

/** Below this key stands everything about when a barber is free: a booking or a conflict makes it old. */
export const availabilityKey = ['availability'] as const

/** The free times of a barber, or of any, over many days, in one request. Looked at again whenever the person comes back to the page. */
export function availabilityQuery({ target, from, days = SPAN_DAYS }: Asked) {
  const { barbershopId, barberId, serviceIds, reschedule } = target
  const query = { serviceIds: serviceIds.length > 0 ? serviceIds.join() : undefined, reschedule, date: from, days }
  return queryOptions({
    queryKey: [...availabilityKey, target, from ?? 'today', days],
    queryFn: ({ signal }) =>
      barberId === ANY_BARBER
        ? api(availabilityApi.ofShop, { params: { id: barbershopId }, query, signal })
        : api(availabilityApi.get, { params: { id: barberId }, query, signal }),
    staleTime: fresh.short,
    refetchOnWindowFocus: 'always',
  })
}
