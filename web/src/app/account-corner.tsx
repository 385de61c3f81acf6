import type { User } from '@na-regua/contract/accounts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { NotificationBell } from '../features/notifications/notification-bell.tsx'
import { subscribeToEvents } from '../lib/event-stream/subscribe-to-events.ts'
import { useSession } from '../lib/session.ts'
import { UserMenu } from './user-menu.tsx'

const topics = ['notifications', 'appointments', 'account'] as const

/** What people are told of may stand on a public page too: a review, an answer to it, and the rating that comes of them. */
function noteNews(client: QueryClient) {
  void client.invalidateQueries({ queryKey: ['reviews'] })
  void client.invalidateQueries({ queryKey: ['barbershops'], refetchType: 'none' })
}

/** What changed on the server is fetched anew wherever it stands on the page: query keys begin with their topic. */
function useLiveUpdates(userId: string) {
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

/** What the header holds for a person who is logged in; nobody else downloads it. */
export function AccountCorner({ user }: { user: User }) {
  useLiveUpdates(user.id)
  return (
    <div className="flex items-center gap-1 md:gap-2">
      <NotificationBell />
      <UserMenu user={user} />
    </div>
  )
}
