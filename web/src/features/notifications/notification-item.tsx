import type { Notification } from '@na-regua/contract/notifications'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { faceOf } from './rules.ts'

type NotificationItemProps = {
  notification: Notification
  /** When it was, as it is read. */
  when: string
  onOpen: () => void
}

/** Leads to what it is about; without such a place a press only marks it as read. */
export function NotificationItem({ notification, when, onOpen }: NotificationItemProps) {
  const { type, title, message, path, read, createdAt } = notification
  const { icon, tone } = faceOf(type)
  return (
    <Frame path={path} isRead={read} onOpen={onOpen}>
      <span className={classNames('grid size-10 shrink-0 place-items-center rounded-full', tone)}>
        <Icon name={icon} />
      </span>
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className={classNames('break-words', read ? 'font-medium' : 'font-semibold')}>{title}</span>
        <span className="text-sm break-words text-mute">{message}</span>
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
        // Leads nowhere, so the popover stays.
        event.stopPropagation()
        onOpen()
      }}
      className={`${className} hover:bg-sunken`}
    >
      {children}
    </button>
  )
}
