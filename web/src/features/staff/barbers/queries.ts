import { staffApi } from '@na-regua/contract/staff'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { fresh } from '../../../lib/query-client.ts'

/** Apart from the other queries of the staff, because the booking page loads it before it reacts. */
export function barbersQuery(barbershopId: string) {
  return queryOptions({
    queryKey: ['barbers', barbershopId],
    queryFn: async ({ signal }) => (await api(staffApi.list, { params: { id: barbershopId }, signal })).barbers,
    // Each of them has a next time.
    staleTime: fresh.short,
  })
}
