import type { Notification } from '@na-regua/contract/notifications'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { paths } from '../../app/paths.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Popup } from '../../ui/popup.tsx'
import { useIsWide } from '../../ui/use-media-query.ts'
import { NotificationList, NotificationListSkeleton } from './notification-list.tsx'
import { notificationsQuery, useMarkAsRead } from './queries.ts'
import { bellLabel, formatUnread, listNewUnread } from './rules.ts'

/** The user's newest notifications: a popover on a wide screen, a sheet on a phone. */
export function NotificationBell() {
  const { data } = useQuery(latestQuery)
  const announcement = useUnreadAnnouncement(data?.notifications)
  const isWide = useIsWide()
  const unread = data?.unreadCount ?? 0
  const BellControl = isWide ? BellPopup : BellSheet
  return (
    <>
      <BellControl unread={unread} />
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  )
}

function Bell({ unread }: { unread: number }) {
  return (
    <span className="relative grid size-11 place-items-center rounded-control transition-colors hover:bg-sunken">
      <Icon name="bell" className="size-6" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className={clsx(
            'absolute top-0.5 left-1/2 grid h-5 min-w-5 place-items-center rounded-full border-2 border-paper bg-red px-1',
            'text-[0.6875rem] leading-none font-bold text-on-red tabular-nums',
          )}
        >
          {formatUnread(unread)}
        </span>
      )}
    </span>
  )
}

function ReadAllButton({ unread }: { unread: number }) {
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

function BellPopup({ unread }: { unread: number }) {
  return (
    <Popup label={bellLabel(unread)} trigger={<Bell unread={unread} />}>
      <section aria-label="Notificações" className="w-[25rem]">
        <header className="flex min-h-14 items-center justify-between gap-3 border-b border-line py-1 pr-2 pl-4">
          <h2 className="text-lg">Notificações</h2>
          <ReadAllButton unread={unread} />
        </header>
        <div className="h-[400px] overflow-y-auto overscroll-contain">
          <LatestNotifications />
        </div>
        <div className="border-t border-line p-2">
          <ButtonLink to={paths.notifications()} variant="ghost" isWide>
            Ver todas as notificações
          </ButtonLink>
        </div>
      </section>
    </Popup>
  )
}

function BellSheet({ unread }: { unread: number }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const all = (
    <ButtonLink to={paths.notifications()} variant="outline" isWide onClick={close}>
      Ver todas as notificações
    </ButtonLink>
  )
  return (
    <>
      <button type="button" aria-label={bellLabel(unread)} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Bell unread={unread} />
      </button>
      <Sheet title="Notificações" isOpen={isOpen} onClose={close} footer={all}>
        <div className="-m-5">
          {unread > 0 && (
            <div className="flex justify-end border-b border-line px-2">
              <ReadAllButton unread={unread} />
            </div>
          )}
          <LatestNotifications onOpened={close} />
        </div>
      </Sheet>
    </>
  )
}

/** The page of newest notifications that the bell counts and shows. */
const latestQuery = notificationsQuery({ page: 1, perPage: 20 })

/** The list of the popover and of the sheet. */
function LatestNotifications({ onOpened }: { onOpened?: () => void }) {
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

/** Announces new notifications to screen readers. */
function useUnreadAnnouncement(notifications: readonly Notification[] | undefined) {
  const seen = useRef<ReadonlySet<string>>(undefined)
  const [text, setText] = useState('')
  useEffect(() => {
    if (!notifications) return
    const unread = listNewUnread(seen.current, notifications)
    seen.current = new Set([...(seen.current ?? []), ...notifications.map(({ id }) => id)])
    if (unread.length > 0) setText(`Nova notificação: ${unread.map(({ title }) => title).join('. ')}`)
  }, [notifications])
  return text
}
