import { lastMinuteApi } from '@na-regua/contract/last-minute'
import { notificationsApi } from '@na-regua/contract/notifications'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export const NOTIFICATION_LISTS = ['notifications', 'list']

export const notificationsQuery = (page: { page: number; perPage: number }) =>
  queryOptions({
    queryKey: [...NOTIFICATION_LISTS, page],
    queryFn: ({ signal }) => api(notificationsApi.list, { query: page, signal }),
    placeholderData: keepPreviousData,
    // The event stream invalidates it; without a stream the list is refetched when it is opened.
    staleTime: 30_000,
  })

/** The page of newest notifications that the bell counts and shows. */
export const latestNotificationsQuery = notificationsQuery({ page: 1, perPage: 10 })

export const PREFERENCES = ['notification-preferences']

export const preferencesQuery = queryOptions({
  queryKey: PREFERENCES,
  queryFn: ({ signal }) => api(notificationsApi.preferences, { signal }),
})

/** The consent to messages about last-minute slots, with its text. */
export const lastMinuteConsentQuery = queryOptions({
  queryKey: ['account', 'last-minute-consent'],
  queryFn: ({ signal }) => api(lastMinuteApi.consent, { signal }),
})

/** Under the account's key, because it depends on the account's phone. */
export const whatsappQuery = queryOptions({
  queryKey: ['account', 'whatsapp'],
  queryFn: ({ signal }) => api(notificationsApi.whatsapp, { signal }),
})

export const emailSubscriptionQuery = (token: string) =>
  queryOptions({
    queryKey: ['email-subscription', token],
    queryFn: ({ signal }) => api(notificationsApi.emailSubscription, { query: { token }, signal }),
  })

export const setEmailSubscription = (body: { token: string; isOn: boolean }) =>
  api(notificationsApi.setEmailSubscription, { body })
