import { ownersApi } from '@na-regua/contract/owners'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

/** The caller's shops, blocked and switched off ones included. Changes with role and plan. */
export const ownShopsQuery = () =>
  queryOptions({
    queryKey: ['account', 'barbershops'],
    queryFn: ({ signal }) => api(ownersApi.listBarbershops, { signal }),
    select: ({ barbershops }) => barbershops,
  })
