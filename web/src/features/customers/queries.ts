import { customersApi } from '@na-regua/contract/customers'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** The barbershops in which the user works, or which are the user's own. */
export const staffedBarbershopsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['customers', 'barbershops', userId],
    queryFn: ({ signal }) => api(customersApi.barbershops, { signal }),
    select: ({ barbershops }) => barbershops,
    meta: { stored: true },
  })
