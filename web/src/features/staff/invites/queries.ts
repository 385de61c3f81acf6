import { invitesApi } from '@na-regua/contract/invites'
import type { Body } from '@na-regua/contract/route'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

/** What a link brings. It is asked once: what comes of it is decided by the page's own buttons. */
export const inviteQuery = (token: string) =>
  queryOptions({
    queryKey: ['invite', token],
    queryFn: ({ signal }) => api(invitesApi.view, { body: { token }, signal }),
    retry: false,
    refetchOnWindowFocus: false,
  })

export type NewBarber = Body<typeof invitesApi.register>

export const joinAsNew = (body: NewBarber) => api(invitesApi.register, { body })
export const acceptInvite = (token: string) => api(invitesApi.accept, { body: { token } })
