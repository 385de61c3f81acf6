import type { User } from '@na-regua/contract/accounts'
import { NotificationBell } from '../features/notifications/bell/notification-bell.tsx'
import { useLiveUpdates } from './use-live-updates.ts'
import { UserMenu } from './user-menu.tsx'

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
