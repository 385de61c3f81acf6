import { calendarFeedApi } from '@na-regua/contract/calendar-feed'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'

export const feedQuery = queryOptions({
  queryKey: ['account', 'calendar-feed'],
  queryFn: ({ signal }) => api(calendarFeedApi.get, { signal }),
})

/** The answer is the only place where the address stands: whoever leaves the page makes a new one. */
export function useCreateFeed() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api(calendarFeedApi.create),
    onSuccess: ({ createdAt }) => queryClient.setQueryData(feedQuery.queryKey, { createdAt }),
  })
}

export function useRemoveFeed() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api(calendarFeedApi.remove),
    onSuccess: () => queryClient.setQueryData(feedQuery.queryKey, { createdAt: null }),
  })
}
