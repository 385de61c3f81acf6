import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { hearLive } from '../lib/live/hear-live.ts'
import { useSession } from '../lib/session.ts'

const topics = ['notifications', 'appointments', 'account'] as const

/** What changed on the server is fetched anew wherever it stands on the page: query keys begin with their topic. */
export function useLiveUpdates(userId: string) {
  const queryClient = useQueryClient()
  const { token } = useSession()
  useEffect(() => {
    if (!token) return
    return hearLive({
      userId,
      token,
      hear: (event) => {
        for (const topic of event === 'everything' ? topics : [event]) {
          void queryClient.invalidateQueries({ queryKey: [topic] })
        }
      },
    })
  }, [queryClient, userId, token])
}
