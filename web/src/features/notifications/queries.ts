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
    // The event stream invalidates it; without a stream the list is refetched when it is opened.
    staleTime: 30_000,
  })

type Listed = { notifications: Notification[]; unreadCount: number }

/** Marks one notification as read, or all without an id: an optimistic update of every list, refetched if it fails. */
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

/** An optimistic update, refetched if it fails. */
export function useSetPreference() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (preference: Preference) =>
      api(notificationsApi.setPreferences, { body: { preferences: [preference] } }),
    onMutate: async (changed) => {
      await queryClient.cancelQueries({ queryKey: PREFERENCES })
      queryClient.setQueryData(
        preferencesQuery.queryKey,
        (current) => current && { preferences: applyPreference(current, changed) },
      )
    },
    onError: () => queryClient.invalidateQueries({ queryKey: PREFERENCES }),
  })
}

function applyPreference({ preferences }: { preferences: Preference[] }, changed: Preference) {
  const isChanged = ({ topic, channel }: { topic: Topic; channel: Channel }) =>
    topic === changed.topic && channel === changed.channel
  return preferences.map((preference) => (isChanged(preference) ? changed : preference))
}

/** Under the account's key, because it depends on the account's phone. */
export const whatsappQuery = queryOptions({
  queryKey: ['account', 'whatsapp'],
  queryFn: ({ signal }) => api(notificationsApi.whatsapp, { signal }),
})

/** Not optimistic: the server stores the date of the consent. */
export function useSetWhatsapp() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (isOn: boolean) => api(notificationsApi.setWhatsapp, { body: { isOn } }),
    onSuccess: (consent) => queryClient.setQueryData(whatsappQuery.queryKey, consent),
  })
}

export const emailSubscriptionQuery = (token: string) =>
  queryOptions({
    queryKey: ['email-subscription', token],
    queryFn: ({ signal }) => api(notificationsApi.emailSubscription, { query: { token }, signal }),
  })

export const setEmailSubscription = (body: { token: string; isOn: boolean }) =>
  api(notificationsApi.setEmailSubscription, { body })
