import { plansApi } from '@na-regua/contract/plans'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export const plansQuery = () =>
  queryOptions({
    queryKey: ['plans'],
    queryFn: ({ signal }) => api(plansApi.list, { signal }),
    select: ({ plans }) => plans,
  })

/** The user's plan; its key starts with a topic of the event stream, so that a change is refetched at once. */
export const ownPlanQuery = () =>
  queryOptions({ queryKey: ['account', 'plan'], queryFn: ({ signal }) => api(plansApi.own, { signal }) })
