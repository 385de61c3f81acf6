import { dashboardApi } from '@na-regua/contract/dashboard'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

/** Begins with the topic of the live events, as everything that depends on the owner's house. */
export const dashboardQuery = () =>
  queryOptions({
    queryKey: ['account', 'dashboard'],
    queryFn: ({ signal }) => api(dashboardApi.get, { signal }),
    refetchOnMount: 'always',
  })

export const exports = {
  appointments: () => api(dashboardApi.exportAppointments),
  customers: () => api(dashboardApi.exportCustomers),
} as const
