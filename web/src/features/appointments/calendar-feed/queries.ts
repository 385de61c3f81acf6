import { calendarFeedApi } from '@na-regua/contract/calendar-feed'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

export const calendarFeedQuery = queryOptions({
  queryKey: ['account', 'calendar-feed'],
  queryFn: ({ signal }) => api(calendarFeedApi.get, { signal }),
})

/** Only this response contains the URL: it cannot be shown again. */
export function useCreateCalendarFeed() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api(calendarFeedApi.create),
    onSuccess: ({ createdAt }) => queryClient.setQueryData(calendarFeedQuery.queryKey, { createdAt }),
  })
}

export function useRemoveCalendarFeed() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api(calendarFeedApi.remove),
    onSuccess: () => queryClient.setQueryData(calendarFeedQuery.queryKey, { createdAt: null }),
  })
}
