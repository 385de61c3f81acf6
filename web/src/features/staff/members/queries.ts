import { invitesApi } from '@na-regua/contract/invites'
import { membersApi } from '@na-regua/contract/members'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

/** The key starts with `account`, a topic of the live events: an accepted invite is shown at once. */
export const membersQuery = () =>
  queryOptions({
    queryKey: ['account', 'staff', 'members'],
    queryFn: ({ signal }) => api(membersApi.list, { signal }),
    refetchOnMount: 'always',
  })

export const specialtySearchQuery = (text: string) =>
  queryOptions({
    queryKey: ['specialties', text],
    queryFn: ({ signal }) => api(membersApi.searchSpecialties, { query: { q: text }, signal }),
    select: ({ specialties }) => specialties.map(({ name }) => name),
    enabled: text !== '',
    staleTime: 60_000,
  })

export const inviteBarber = (body: { barbershopId: string; userEmail: string }) => api(invitesApi.create, { body })
export const resendInvite = (id: string) => api(invitesApi.resend, { params: { id } })
export const revokeInvite = (id: string) => api(invitesApi.revoke, { params: { id } })

export const saveSpecialties = (id: string, specialties: string[]) =>
  api(membersApi.setSpecialties, { params: { id }, body: { specialties } })

export const saveBio = (id: string, bio: string) => api(membersApi.setBio, { params: { id }, body: { bio } })

export const removeBarber = (id: string, cancelAppointments: boolean) =>
  api(membersApi.remove, { params: { id }, query: cancelAppointments ? { cancelAppointments } : {} })
