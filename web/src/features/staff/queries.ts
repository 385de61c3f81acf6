import { invitesApi } from '@na-regua/contract/invites'
import { membersApi } from '@na-regua/contract/members'
import { type BarbershopRole, rolesApi } from '@na-regua/contract/roles'
import type { Body } from '@na-regua/contract/route'
import { staffApi } from '@na-regua/contract/staff'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { uploadFile } from '../../lib/upload.ts'
import { runCommand } from '../../lib/use-commands.ts'

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

export const inviteByEmail = (body: Body<typeof invitesApi.create>) => api(invitesApi.create, { body })
export const inviteByLink = (body: Body<typeof invitesApi.createLink>) => api(invitesApi.createLink, { body })
export const resendInvite = (id: string) => api(invitesApi.resend, { params: { id } })
export const revokeInvite = (id: string) => api(invitesApi.revoke, { params: { id } })

export type NewBarber = {
  /** The same in each try of one form, so that a lost response adds no second barber. */
  id: string
  barbershopId: string
  name: string
  photo: File | undefined
  /** Whom to invite, or empty. */
  userEmail: string
}

/**
 * A barber who has no account yet, with the photo and the invite. Fails only if there is no barber; the outcome says what else
 * failed.
 */
export async function addBarber({ id, barbershopId, name, photo, userEmail }: NewBarber) {
  const { barber } = await api(membersApi.add, { params: { id: barbershopId }, body: { id, name } })
  const [upload, invite] = await Promise.allSettled([
    photo && uploadBarberPhoto(barber.id, photo),
    userEmail && inviteByEmail({ barbershopId, userEmail, barberId: barber.id }),
  ])
  return { barber, upload, invite }
}

/** Of a barber without an account: others change their own. The photo is one of `prepareImage`. */
export async function changeBarber(id: string, { name, photo }: { name: string; photo: File | undefined }) {
  await api(membersApi.rename, { params: { id }, body: { name } })
  if (photo) await uploadBarberPhoto(id, photo)
}

function uploadBarberPhoto(id: string, file: File) {
  const url = membersApi.uploadAvatar.url.replace(':id', id)
  return uploadFile({ ...membersApi.uploadAvatar, url }, { field: 'avatar', file }, () => {})
}

export const changeRole = (id: string, role: BarbershopRole) => api(rolesApi.change, { params: { id }, body: { role } })
export const setRolePermissions = (id: string, body: Body<typeof rolesApi.setPermissions>) =>
  api(rolesApi.setPermissions, { params: { id }, body })
export const setBarberPermissions = (id: string, body: Body<typeof membersApi.setPermissions>) =>
  api(membersApi.setPermissions, { params: { id }, body })
export const removeRole = (id: string) => api(rolesApi.remove, { params: { id } })

export const saveSpecialties = (id: string, specialties: string[]) =>
  api(membersApi.setSpecialties, { params: { id }, body: { specialties } })

export const saveBio = (id: string, bio: string) => api(membersApi.setBio, { params: { id }, body: { bio } })

export const removeBarber = (id: string) => api(membersApi.remove, { params: { id } })

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

/** The prefix is a topic of the live events, so that a change in another tab is shown. */
const scheduleKey = (barberId: string) => ['appointments', 'schedule', barberId] as const

export function scheduleQuery(barberId: string) {
  return queryOptions({
    queryKey: [...scheduleKey(barberId), 'weekly-hours'],
    queryFn: ({ signal }) => api(staffApi.getSchedule, { params: { id: barberId }, signal }),
    refetchOnMount: 'always',
    meta: { stored: true },
  })
}

export function timeOffQuery(barberId: string) {
  return queryOptions({
    queryKey: [...scheduleKey(barberId), 'time-off'],
    queryFn: ({ signal }) => api(staffApi.listTimeOff, { params: { id: barberId }, signal }),
    refetchOnMount: 'always',
    meta: { stored: true },
  })
}

export function saveSchedule(barberId: string, body: Body<typeof staffApi.saveSchedule>) {
  return api(staffApi.saveSchedule, { params: { id: barberId }, body })
}

export type TimeOffInput = Body<typeof staffApi.addTimeOff>

function addTimeOff(barberId: string, body: TimeOffInput) {
  return api(staffApi.addTimeOff, { params: { id: barberId }, body })
}

/** A command, so that a lost response adds nothing twice. `name`: of the days. Undefined while it waits for the network. */
export function sendTimeOff(barberId: string, input: TimeOffInput, name: string) {
  return runCommand({
    build: () => ({ draft: { type: 'break', barberId, input }, preview: { name, act: 'Marcar folga' } }),
    send: () => addTimeOff(barberId, input),
  })
}

export function removeTimeOff(barberId: string, timeOffId: string) {
  return api(staffApi.removeTimeOff, { params: { id: barberId, timeOffId } })
}
