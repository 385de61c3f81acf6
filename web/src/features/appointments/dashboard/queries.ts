import { dashboardApi } from '@na-regua/contract/dashboard'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

/** The key starts with `account`, the topic of live events about the owner's barbershops. */
export const dashboardQuery = () =>
  queryOptions({
    queryKey: ['account', 'dashboard'],
    queryFn: ({ signal }) => api(dashboardApi.get, { signal }),
    refetchOnMount: 'always',
  })

export const exportRequests = {
  appointments: () => api(dashboardApi.exportAppointments),
  customers: () => api(dashboardApi.exportCustomers),
} as const
