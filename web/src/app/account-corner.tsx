import type { User } from '@na-regua/contract/accounts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { NotificationBell } from '../features/notifications/notification-bell.tsx'
import { subscribeToEvents } from '../lib/event-stream/subscribe-to-events.ts'
import { useSession } from '../lib/session.ts'
import { UserMenu } from './user-menu.tsx'

const topics = ['notifications', 'appointments', 'account'] as const

/** A notification may concern data of public pages too: a review, its reply, and the rating that follows from them. */
function invalidatePublicData(client: QueryClient) {
  void client.invalidateQueries({ queryKey: ['reviews'] })
  void client.invalidateQueries({ queryKey: ['barbershops'], refetchType: 'none' })
}

/** Refetches the queries of a changed topic: query keys start with their topic. */
function useLiveUpdates(userId: string) {
  const queryClient = useQueryClient()
  const { token } = useSession()
  useEffect(() => {
    if (!token) return
    return subscribeToEvents({
      userId,
      token,
      onEvent: (event) => {
        for (const topic of event === 'everything' ? topics : [event]) {
          void queryClient.invalidateQueries({ queryKey: [topic] })
        }
        if (event === 'notifications') invalidatePublicData(queryClient)
      },
    })
  }, [queryClient, userId, token])
}

/** The header's controls of a logged-in user; anonymous users do not download them. */
export function AccountCorner({ user }: { user: User }) {
  useLiveUpdates(user.id)
  return (
    <div className="flex items-center gap-1 md:gap-2">
      <NotificationBell />
      <UserMenu user={user} />
    </div>
  )
}
