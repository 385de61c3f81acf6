import { staffSearchApi } from '@na-regua/contract/staff-search'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

/** What the user may see of every barbershop of theirs. */
export const staffSearchQuery = (q: string) =>
  queryOptions({
    queryKey: ['appointments', 'staff-search', q],
    queryFn: ({ signal }) => api(staffSearchApi.search, { query: { q }, signal }),
    retry: false,
  })
