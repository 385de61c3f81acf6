import { staffApi } from '@na-regua/contract/staff'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export function barbersQuery(barbershopId: string) {
  return queryOptions({
    queryKey: ['barbers', barbershopId],
    queryFn: async ({ signal }) => (await api(staffApi.list, { params: { id: barbershopId }, signal })).barbers,
  })
}
