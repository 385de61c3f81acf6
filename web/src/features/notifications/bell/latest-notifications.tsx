import { useQuery } from '@tanstack/react-query'
import { useNow } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { NotificationList, NotificationListSkeleton } from '../notification-list.tsx'
import { notificationsQuery } from '../queries.ts'

/** What the bell counts and shows: one page of the newest. */
export const latestQuery = notificationsQuery({ page: 1, perPage: 20 })

/** The newest ones, for the popover and the sheet. */
export function LatestNotifications({ onOpened }: { onOpened?: () => void }) {
  const { data, error, refetch } = useQuery(latestQuery)
  const now = useNow()
  if (!data && error) return <Unavailable message={error.message} onRetry={() => void refetch()} />
  if (!data) return <NotificationListSkeleton />
  if (data.notifications.length === 0) return <NothingYet />
  return <NotificationList notifications={data.notifications} now={now} onOpened={onOpened} />
}

function NothingYet() {
  return (
    <div className="grid min-h-64 place-content-center justify-items-center gap-3 px-6 text-center lg:min-h-full">
      <span className="grid size-12 place-items-center rounded-full bg-sunken text-mute">
        <Icon name="bell" className="size-6" />
      </span>
      <p className="font-semibold">Nenhuma notificação</p>
      <p className="max-w-60 text-sm text-mute">Quando algo mudar nos seus horários, você fica sabendo aqui.</p>
    </div>
  )
}

function Unavailable({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div role="alert" className="grid min-h-64 place-content-center justify-items-center gap-4 px-6 text-center">
      <p className="text-mute">{message}</p>
      <Button
        variant="outline"
        onClick={(event) => {
          event.stopPropagation()
          onRetry()
        }}
      >
        Tentar novamente
      </Button>
    </div>
  )
}
