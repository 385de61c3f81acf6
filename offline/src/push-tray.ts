import { readPushData } from './push-message.ts'

const LOCK = 'push-tray'
/** Longer than any use: a page that the system has suspended must not hold up a push. */
const MAX_TURN_WAIT_MS = 2000

/**
 * Everything that shows or lists notifications takes its turn, over the pages and the worker: Chromium forgets a notification that is
 * shown while another script lists them. Its record is gone, which a tap on it reads.
 */
export async function takeTrayTurn<T>(run: () => Promise<T>): Promise<T> {
  const locks = navigator.locks as LockManager | undefined
  if (!locks) return run()
  let hasBegun = false
  const begin = () => {
    hasBegun = true
    return run()
  }
  try {
    return await locks.request(LOCK, { signal: AbortSignal.timeout(MAX_TURN_WAIT_MS) }, begin)
  } catch (error) {
    if (hasBegun) throw error
    return run()
  }
}

/** Closes what `isOver` says of the notifications in the tray. */
export function closeShown(
  registration: Pick<ServiceWorkerRegistration, 'getNotifications'>,
  isOver: (shown: Notification) => boolean,
): Promise<void> {
  return takeTrayTurn(async () => {
    for (const shown of await registration.getNotifications()) if (isOver(shown)) shown.close()
  })
}

/** Not in every browser. */
export type BadgeNavigator = { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> }

/** For pages, which know what is read: closes those notifications in the tray, and sets the badge. */
export async function syncTray(
  registration: Pick<ServiceWorkerRegistration, 'getNotifications'>,
  navigator: BadgeNavigator,
  { readIds, unreadCount }: { readIds: readonly string[]; unreadCount: number },
): Promise<void> {
  await closeShown(registration, ({ data }) => {
    const { notificationId } = readPushData(data)
    return !!notificationId && (unreadCount === 0 || readIds.includes(notificationId))
  })
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
