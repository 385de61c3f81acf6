import { availabilityApi } from '@na-regua/contract/availability'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { fresh } from '../../lib/query-client.ts'

/** The longest span of one request: a month, or the days in view and the 14 after any of them. */
export const SPAN_DAYS = 31

type Asked = {
  barberId: string
  serviceId: string
  /** First day of the span; absent: today, as the server and the shop's zone see it. */
  from?: string
  days?: number
}

/** Below this key stands everything about when a barber is free: a booking or a conflict makes it old. */
export const availabilityKey = ['availability'] as const

/** The free times of a barber over many days, in one request. Looked at again whenever the person comes back to the page. */
export function availabilityQuery({ barberId, serviceId, from, days = SPAN_DAYS }: Asked) {
  return queryOptions({
    queryKey: [...availabilityKey, barberId, serviceId, from ?? 'today', days],
    queryFn: ({ signal }) =>
      api(availabilityApi.get, { params: { id: barberId }, query: { serviceId, date: from, days }, signal }),
    staleTime: fresh.short,
    refetchOnWindowFocus: 'always',
  })
}
