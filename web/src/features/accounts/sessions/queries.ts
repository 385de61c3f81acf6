import { profileApi } from '@na-regua/contract/profile'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

export const ownSessionsQuery = (token: string | undefined) =>
  queryOptions({
    // A changed password ends all but a new one: what was listed under the old token is no longer so.
    queryKey: ['account', 'sessions', token],
    queryFn: async ({ signal }) => (await api(profileApi.listSessions, { signal })).sessions,
    staleTime: 0,
  })

export const endOwnSession = (id: string) => api(profileApi.endSession, { params: { id } })

export const endOtherSessions = () => api(profileApi.endOtherSessions)
