import { type Notification, notificationsApi } from '@na-regua/contract/notifications'
import { rhythmApi } from '@na-regua/contract/rhythm'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { api } from '../../lib/api.ts'
import { deviceTimeZone } from '../../lib/local-time.ts'
import { formatRelativeTime } from '../../lib/relative-time.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { latestNotificationsQuery, NOTIFICATION_LISTS } from './queries.ts'
import { styleOf } from './rules.ts'

type NotificationListProps = {
  notifications: readonly Notification[]
  now: Date
  /** Called when a notification that has a link was opened. */
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
          <NudgeEnd path={notification.path} />
        </li>
      ))}
    </ul>
  )
}

/** Ends nudges by one tap with the token in the path of one, as the button of its push and the link of its e-mail do. */
function NudgeEnd({ path }: Pick<Notification, 'path'>) {
  const token = /#aviso=(.+)/.exec(path ?? '')?.[1]
  const queryClient = useQueryClient()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => api(rhythmApi.turnOff, { params: { token: token ?? '' } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['account', 'rhythm'] }),
  })
  if (!token) return null
  return (
    <p role="status" className="flex min-h-11 flex-wrap items-center gap-x-2 pr-4 pl-17 text-sm">
      {isSuccess && 'Pronto: não avisamos mais da hora de voltar.'}
      {error?.message}
      {!isSuccess && (
        <button
          type="button"
          disabled={isPending}
          onClick={(event) => {
            // Any other click closes the popover.
            event.stopPropagation()
            mutate()
          }}
          className="min-h-11 font-semibold text-navy hover:underline"
        >
          Não avisar mais
        </button>
      )}
    </p>
  )
}

/** A placeholder while the notifications load. */
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

type NotificationItemProps = {
  notification: Notification
  /** The formatted time. */
  when: string
  onOpen: () => void
}

/** A link to what it is about; without one a press only marks it as read. */
function NotificationItem({ notification, when, onOpen }: NotificationItemProps) {
  const { type, title, message, path, read, createdAt } = notification
  const { icon, tone } = styleOf(type)
  return (
    <Frame path={path} isRead={read} onOpen={onOpen}>
      <span className={clsx('grid size-10 shrink-0 place-items-center rounded-full', tone)}>
        <Icon name={icon} />
      </span>
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className={clsx('wrap-anywhere', read ? 'font-medium' : 'font-semibold')}>{title}</span>
        <span className="text-sm wrap-anywhere text-mute">{message}</span>
        <time dateTime={createdAt} className="text-xs text-mute">
          {when}
        </time>
      </span>
      {!read && (
        <span className="mt-2 size-2 shrink-0 rounded-full bg-red">
          <span className="sr-only">Não lida</span>
        </span>
      )}
    </Frame>
  )
}

type FrameProps = { path: string | null; isRead: boolean; onOpen: () => void; children: ReactNode }

function Frame({ path, isRead, onOpen, children }: FrameProps) {
  const className = 'flex w-full items-start gap-3 px-4 py-3 text-left -outline-offset-2 transition-colors'
  if (path !== null) {
    return (
      <Link to={path} onClick={onOpen} className={`${className} hover:bg-sunken`}>
        {children}
      </Link>
    )
  }
  if (isRead) return <div className={className}>{children}</div>
  return (
    <button
      type="button"
      onClick={(event) => {
        // Without navigation the popover stays open.
        event.stopPropagation()
        onOpen()
      }}
      className={`${className} hover:bg-sunken`}
    >
      {children}
    </button>
  )
}

/** The button of the popover, of the sheet and of the page. */
export function ReadAllButton({ unread }: { unread: number }) {
  const markAsRead = useMarkAsRead()
  if (unread === 0) return null
  return (
    <button
      type="button"
      onClick={(event) => {
        // Any other click closes the popover; this one keeps the marked list visible.
        event.stopPropagation()
        markAsRead(undefined)
      }}
      className="min-h-11 rounded-control px-2 text-sm font-semibold text-navy hover:underline"
    >
      Marcar todas como lidas
    </button>
  )
}

/** The list of the popover and of the sheet. */
export function LatestNotifications({ onOpened }: { onOpened?: () => void }) {
  const { data, error, refetch } = useQuery(latestNotificationsQuery)
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

type Listed = { notifications: Notification[]; unreadCount: number }

/** Marks one notification as read, or all without an id: an optimistic update of every list, refetched if it fails. */
export function useMarkAsRead() {
  const queryClient = useQueryClient()

  function mark(id: string | undefined) {
    const lists = queryClient.getQueriesData<Listed>({ queryKey: NOTIFICATION_LISTS })
    // The bell counts all of them, also those that only an older page of the list shows.
    const isUnread = lists.some(([, listed]) => listed?.notifications.some((one) => one.id === id && !one.read))
    queryClient.setQueriesData<Listed>({ queryKey: NOTIFICATION_LISTS }, (listed) => {
      if (!listed) return listed
      const isMarked = (notification: Notification) =>
        !notification.read && (id === undefined || notification.id === id)
      const unreadCount = id === undefined ? 0 : Math.max(0, listed.unreadCount - (isUnread ? 1 : 0))
      const notifications = listed.notifications.map((one) => (isMarked(one) ? { ...one, read: true } : one))
      return { ...listed, notifications, unreadCount }
    })
  }

  const { mutate } = useMutation({
    mutationFn: (id: string | undefined) =>
      id === undefined ? api(notificationsApi.readAll) : api(notificationsApi.read, { params: { id } }),
    onMutate: async (id) => {
      await queryClient.cancelQueries({ queryKey: NOTIFICATION_LISTS })
      mark(id)
    },
    onError: () => queryClient.invalidateQueries({ queryKey: NOTIFICATION_LISTS }),
  })
  return mutate
}
