import { customersApi } from '@na-regua/contract/customers'
import type { Body } from '@na-regua/contract/route'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** The barbershops in which the user works, or which are the user's own. */
export const staffedBarbershopsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['customers', 'barbershops', userId],
    queryFn: ({ signal }) => api(customersApi.barbershops, { signal }),
    select: ({ barbershops }) => barbershops,
  })

export type CustomerFilters = { q: string; absentDays: number | undefined }

export function customersQuery(barbershopId: string, { q, absentDays }: CustomerFilters) {
  return infiniteQueryOptions({
    queryKey: ['customers', barbershopId, 'list', q, absentDays],
    queryFn: ({ pageParam, signal }) =>
      api(customersApi.list, {
        params: { id: barbershopId },
        query: { q: q || undefined, absentDays, page: pageParam, perPage: 30 },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, totalPages } }) => (page < totalPages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}

export function customerQuery(id: string) {
  return queryOptions({
    queryKey: ['customers', 'profile', id],
    queryFn: ({ signal }) => api(customersApi.get, { params: { id }, signal }),
    select: ({ customer }) => customer,
    refetchOnMount: 'always',
  })
}

export const updateCustomer = (id: string, body: Body<typeof customersApi.update>) =>
  api(customersApi.update, { params: { id }, body })

export const blockCustomer = (id: string, isBlocked: boolean) =>
  api(customersApi.block, { params: { id }, body: { isBlocked } })

export const removeCustomer = (id: string) => api(customersApi.remove, { params: { id } })

export const exportCustomers = (barbershopId: string) => api(customersApi.exportCsv, { params: { id: barbershopId } })
