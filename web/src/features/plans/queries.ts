import { plansApi } from '@na-regua/contract/plans'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export const plansQuery = () =>
  queryOptions({
    queryKey: ['plans'],
    queryFn: ({ signal }) => api(plansApi.list, { signal }),
    select: ({ plans }) => plans,
  })

/** The caller's plan; its key begins with the topic of the live events, so that a change shows at once. */
export const ownPlanQuery = () =>
  queryOptions({ queryKey: ['account', 'plan'], queryFn: ({ signal }) => api(plansApi.own, { signal }) })
