import { displacementsApi } from '@na-regua/contract/displacements'
import type { Body } from '@na-regua/contract/route'
import { staffApi } from '@na-regua/contract/staff'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

export type DisplacementInput = Body<typeof displacementsApi.make>

export const makeDisplacement = (barbershopId: string, body: DisplacementInput) =>
  api(displacementsApi.make, { params: { id: barbershopId }, body })

/** Who may take over. The key is that of the barbers of the barbershop's page. */
export const takersQuery = (barbershopId: string) =>
  queryOptions({
    queryKey: ['barbers', barbershopId],
    queryFn: async ({ signal }) => (await api(staffApi.list, { params: { id: barbershopId }, signal })).barbers,
  })
