import {
  type Channel,
  type Notification,
  notificationsApi,
  type Preference,
  type Topic,
} from '@na-regua/contract/notifications'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

const LIST = ['notifications', 'list']

export const notificationsQuery = (page: { page: number; perPage: number }) =>
  queryOptions({
    queryKey: [...LIST, page],
    queryFn: ({ signal }) => api(notificationsApi.list, { query: page, signal }),
    placeholderData: keepPreviousData,
    // The line says when there is more; where none can stand, opening the list asks.
    staleTime: 30_000,
  })

type Listed = { notifications: Notification[]; unreadCount: number }

/** Marks one, or all without an id: seen at once in every list of this page, told to the server, taken back when that fails. */
export function useMarkAsRead() {
  const queryClient = useQueryClient()

  function mark(id: string | undefined) {
    queryClient.setQueriesData<Listed>({ queryKey: LIST }, (listed) => {
      if (!listed) return listed
      const isMarked = (notification: Notification) =>
        !notification.read && (id === undefined || notification.id === id)
      const unreadCount = id === undefined ? 0 : listed.unreadCount - listed.notifications.filter(isMarked).length
      const notifications = listed.notifications.map((one) => (isMarked(one) ? { ...one, read: true } : one))
      return { ...listed, notifications, unreadCount }
    })
  }

  const { mutate } = useMutation({
    mutationFn: (id: string | undefined) =>
      id === undefined ? api(notificationsApi.readAll) : api(notificationsApi.read, { params: { id } }),
    onMutate: async (id) => {
      await queryClient.cancelQueries({ queryKey: LIST })
      mark(id)
    },
    onError: () => queryClient.invalidateQueries({ queryKey: LIST }),
  })
  return mutate
}

const PREFERENCES = ['notification-preferences']

export const preferencesQuery = queryOptions({
  queryKey: PREFERENCES,
  queryFn: ({ signal }) => api(notificationsApi.preferences, { signal }),
})

/** The switch moves at once; the server's answer has the last word. */
export function useSetPreference() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (preference: Preference) =>
      api(notificationsApi.setPreferences, { body: { preferences: [preference] } }),
    onMutate: async (wished) => {
      await queryClient.cancelQueries({ queryKey: PREFERENCES })
      queryClient.setQueryData(preferencesQuery.queryKey, (known) => known && { preferences: change(known, wished) })
    },
    onError: () => queryClient.invalidateQueries({ queryKey: PREFERENCES }),
  })
}

function change({ preferences }: { preferences: Preference[] }, wished: Preference) {
  const isMeant = ({ topic, channel }: { topic: Topic; channel: Channel }) =>
    topic === wished.topic && channel === wished.channel
  return preferences.map((preference) => (isMeant(preference) ? wished : preference))
}

/** Of the account: a new phone makes it possible. */
export const whatsappQuery = queryOptions({
  queryKey: ['account', 'whatsapp'],
  queryFn: ({ signal }) => api(notificationsApi.whatsapp, { signal }),
})

/** Not before the server has written down the day. */
export function useSetWhatsapp() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (isOn: boolean) => api(notificationsApi.setWhatsapp, { body: { isOn } }),
    onSuccess: (consent) => queryClient.setQueryData(whatsappQuery.queryKey, consent),
  })
}

export const lettersQuery = (token: string) =>
  queryOptions({
    queryKey: ['letters', token],
    queryFn: ({ signal }) => api(notificationsApi.emailSubscription, { query: { token }, signal }),
  })

export const setLetters = (body: { token: string; isOn: boolean }) =>
  api(notificationsApi.setEmailSubscription, { body })
