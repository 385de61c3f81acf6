import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { subscribeToEvents } from '../lib/event-stream/hear-live.ts'
import { useSession } from '../lib/session.ts'

const topics = ['notifications', 'appointments', 'account'] as const

/** What people are told of may stand on a public page too: a review, an answer to it, and the rating that comes of them. */
function noteNews(client: QueryClient) {
  void client.invalidateQueries({ queryKey: ['reviews'] })
  void client.invalidateQueries({ queryKey: ['barbershops'], refetchType: 'none' })
}

/** What changed on the server is fetched anew wherever it stands on the page: query keys begin with their topic. */
export function useLiveUpdates(userId: string) {
  const queryClient = useQueryClient()
  const { token } = useSession()
  useEffect(() => {
    if (!token) return
    return subscribeToEvents({
      userId,
      token,
      hear: (event) => {
        for (const topic of event === 'everything' ? topics : [event]) {
          void queryClient.invalidateQueries({ queryKey: [topic] })
        }
        if (event === 'notifications') noteNews(queryClient)
      },
    })
  }, [queryClient, userId, token])
}
