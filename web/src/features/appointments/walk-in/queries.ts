import { appointmentsApi } from '@na-regua/contract/appointments'
import { barbershopsApi } from '@na-regua/contract/barbershops'
import type { Body } from '@na-regua/contract/route'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

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
