import { appointmentsApi } from '@na-regua/contract/appointments'
import { barbershopsApi } from '@na-regua/contract/barbershops'
import type { Body } from '@na-regua/contract/route'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

/** What a shop offers now. */
export function servicesQuery(barbershopId: string) {
  return queryOptions({
    queryKey: ['barbershops', barbershopId, 'services'],
    queryFn: ({ signal }) => api(barbershopsApi.get, { params: { id: barbershopId }, signal }),
    select: ({ barbershop }) => barbershop.services.filter(({ isActive }) => isActive),
  })
}

export function seatWalkIn(wish: Body<typeof appointmentsApi.walkIn>) {
  return api(appointmentsApi.walkIn, { body: wish })
}
