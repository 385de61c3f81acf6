import type { Notification } from '@na-regua/contract/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { paths } from '../../lib/paths.ts'
import { useUser } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Popup } from '../../ui/popup.tsx'
import { useIsWide } from '../../ui/use-media-query.ts'
import { latestNotificationsQuery } from './queries.ts'
import { bellLabel, formatUnread, listNewUnread } from './rules.ts'

const loadList = () => import('./notification-list.tsx')
/** Their code comes when they are opened. */
const LatestNotifications = lazyPart<{ onOpened?: () => void }>(
  () => loadList().then((module) => module.LatestNotifications),
  () => (
    <p role="alert" className="p-5 text-center text-mute">
      Não foi possível carregar as notificações. Verifique sua conexão.
    </p>
  ),
)
const ReadAllButton = lazyPart<{ unread: number }>(
  () => loadList().then((module) => module.ReadAllButton),
  () => null,
)

/** The user's newest notifications: a popover on a wide screen, a sheet on a phone. */
export function NotificationBell() {
  const { data } = useQuery(latestNotificationsQuery)
  const announcement = useUnreadAnnouncement(data?.notifications)
  usePushMaintenance()
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

function BellPopup({ unread }: { unread: number }) {
  return (
    <Popup label={bellLabel(unread)} trigger={<Bell unread={unread} />}>
      <section aria-label="Notificações" className="w-[25rem]">
        <header className="flex min-h-14 items-center justify-between gap-3 border-b border-line py-1 pr-2 pl-4">
          <h2 className="text-lg">Notificações</h2>
          <Suspense>
            <ReadAllButton unread={unread} />
          </Suspense>
        </header>
        <div className="h-[400px] overflow-y-auto overscroll-contain">
          <Suspense>
            <LatestNotifications />
          </Suspense>
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
        <div className="-m-5 min-h-64">
          <Suspense>
            {unread > 0 && (
              <div className="flex justify-end border-b border-line px-2">
                <ReadAllButton unread={unread} />
              </div>
            )}
            <LatestNotifications onOpened={close} />
          </Suspense>
        </div>
      </Sheet>
    </>
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

/** Where no notification may be shown there is nothing to maintain. Loaded when the page is idle; ends with the session. */
function usePushMaintenance() {
  const client = useQueryClient()
  const userId = useUser()?.id
  // Read again with each list of notifications: the user may permit them at any time.
  const isPermitted = window.Notification?.permission === 'granted'
  useEffect(() => {
    if (!userId || !isPermitted) return
    const later = window.requestIdleCallback ?? window.setTimeout
    const starting = new Promise((resolve) => later(resolve)).then(() => import('./use-push.ts'))
    const maintaining = starting.then(({ maintainPush }) => maintainPush(client, userId))
    maintaining.catch(() => undefined)
    return () => void maintaining.then((stop) => stop()).catch(() => undefined)
  }, [client, userId, isPermitted])
}
