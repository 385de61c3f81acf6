import { readPushData } from './push-message.ts'

/** Not in every browser. */
export type BadgeNavigator = { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> }

/** For pages, which know what is read: closes those notifications in the tray, and sets the badge. */
export async function syncTray(
  registration: Pick<ServiceWorkerRegistration, 'getNotifications'>,
  navigator: BadgeNavigator,
  { readIds, unreadCount }: { readIds: readonly string[]; unreadCount: number },
): Promise<void> {
  for (const shown of await registration.getNotifications()) {
    const { notificationId } = readPushData(shown.data)
    if (notificationId && (unreadCount === 0 || readIds.includes(notificationId))) shown.close()
  }
  await setBadge({ navigator }, unreadCount)
}

/** The number on the icon of the installed app; zero removes it. */
export async function setBadge({ navigator }: { navigator: BadgeNavigator }, count: number): Promise<void> {
  try {
    if (count > 0) await navigator.setAppBadge?.(count)
    else await navigator.clearAppBadge?.()
  } catch {
    // Not installed, or not permitted: the badge is an extra.
  }
}
