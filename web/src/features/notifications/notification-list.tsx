import type { Notification } from '@na-regua/contract/notifications'
import { formatRelativeTime } from '../../lib/format.ts'
import { deviceTimeZone } from '../../lib/local-time.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { NotificationItem } from './notification-item.tsx'
import { useMarkAsRead } from './queries.ts'

type NotificationListProps = {
  notifications: readonly Notification[]
  now: Date
  /** After one was pressed. */
  onOpened?: () => void
}

export function NotificationList({ notifications, now, onOpened }: NotificationListProps) {
  const markAsRead = useMarkAsRead()

  function open({ id, read, path }: Notification) {
    if (!read) markAsRead(id)
    if (path !== null) onOpened?.()
  }

  return (
    <ul className="divide-y divide-line">
      {notifications.map((notification) => (
        <li key={notification.id}>
          <NotificationItem
            notification={notification}
            when={formatRelativeTime(notification.createdAt, now, deviceTimeZone())}
            onOpen={() => open(notification)}
          />
        </li>
      ))}
    </ul>
  )
}

/** Holds the place of a few while they load. */
export function NotificationListSkeleton() {
  return (
    <div role="status" className="divide-y divide-line">
      <span className="sr-only">Carregando notificações...</span>
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="flex gap-3 px-4 py-3">
          <Skeleton className="size-10 rounded-full" />
          <div className="grid flex-1 content-start gap-2 py-1">
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="h-3.5 w-full" />
          </div>
        </div>
      ))}
    </div>
  )
}
