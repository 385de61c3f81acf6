import { invitesApi } from '@na-regua/contract/invites'
import type { Body } from '@na-regua/contract/route'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

/** The invite of a link. Loaded once: the page's own buttons change its state. */
export const inviteQuery = (token: string) =>
  queryOptions({
    queryKey: ['invite', token],
    queryFn: ({ signal }) => api(invitesApi.view, { body: { token }, signal }),
    retry: false,
    refetchOnWindowFocus: false,
  })

export const joinAsNewUser = (body: Body<typeof invitesApi.register>) => api(invitesApi.register, { body })
export const acceptInvite = (token: string) => api(invitesApi.accept, { body: { token } })
