import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '../../../app/paths.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Popup } from '../../../ui/popup.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { useIsWide } from '../../../ui/use-is-wide.ts'
import { useMarkAsRead } from '../queries.ts'
import { bellLabel, formatUnread } from '../rules.ts'
import { LatestNotifications, latestQuery } from './latest-notifications.tsx'
import { useNews } from './use-news.ts'

/** What is new for the person: a popover on a wide screen, a sheet on a phone. */
export function NotificationBell() {
  const { data } = useQuery(latestQuery)
  const news = useNews(data?.notifications)
  const isWide = useIsWide()
  const unread = data?.unreadCount ?? 0
  const Door = isWide ? BellPopup : BellSheet
  return (
    <>
      <Door unread={unread} />
      <p role="status" className="sr-only">
        {news}
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
          className={classNames(
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
        // Any other choice closes the popover; after this one people look at what they marked.
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
