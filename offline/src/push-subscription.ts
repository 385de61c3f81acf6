import type { PushDevice, PushSubscriptionInput } from '@na-regua/contract/push'
import { findPushDevice, removePushDevice, type StoredPushDevice, savePushDevice } from './push-device.ts'
import { closeShown, setBadge } from './push-tray.ts'
import { readToken } from './send-commands.ts'
import { findVault, wipeVaults } from './vault.ts'

/** The server, with the session of the page. */
export type PushServer = {
  getKey(): Promise<string>
  subscribe(input: PushSubscriptionInput): Promise<Pick<PushDevice, 'id'>>
}

/** This browser and the person who uses it. */
type PushOwner = {
  userId: string
  /** Differs between sessions: the server's subscription ends with the session. */
  session: string
  label: string
  timeZone: string
}

type Options = { registration: ServiceWorkerRegistration; server: PushServer; owner: PushOwner }

/** Subscribes this browser and sends the subscription to the server. The user has permitted it. */
export async function subscribeToPush(options: Options, hidesDetails: boolean): Promise<void> {
  const key = await options.server.getKey()
  await sendSubscription(options, await subscribeWith(options.registration.pushManager, key), { key, hidesDetails })
}

/**
 * On each opening: subscribes again when the browser or the server has changed what is needed for it, and
 * sends it for a new session. Another person's subscription ends. False when pushes are off.
 */
export async function renewPush(options: Options): Promise<boolean> {
  const { registration, server, owner } = options
  const device = await findPushDevice()
  if (device?.userId !== owner.userId) {
    if (device) await forgetPush(registration)
    return false
  }
  if ((await registration.pushManager.permissionState({ userVisibleOnly: true })) === 'denied') {
    await forgetPush(registration)
    return false
  }
  const key = await server.getKey()
  const subscription = await subscribeWith(registration.pushManager, key)
  const { hidesDetails } = device
  if (device.sent !== describeSent({ owner, key, endpoint: subscription.endpoint }))
    await sendSubscription(options, subscription, { key, hidesDetails })
  return true
}

/** Ends the subscription of this browser without the server, whose own ends with the session. What is in the tray goes too. */
export async function forgetPush(registration: ServiceWorkerRegistration | undefined): Promise<void> {
  await removePushDevice()
  if (registration) await closeShown(registration, () => true)
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe().catch(() => false)
}

/** After the end of the session: nothing of push stays, not even the number on the icon. */
export async function forgetPushAndBadge(): Promise<void> {
  await forgetPush(await navigator.serviceWorker?.getRegistration())
  await setBadge({ navigator }, 0)
}

/** For a page without session: what one has left that ended while no page was open. Unsent commands wait for the next login. */
export async function forgetEndedSession(): Promise<void> {
  await Promise.all([wipeVaults({ retainsCommands: true }), forgetPushAndBadge()])
}

/** The existing subscription, unless it is for another key of the server. */
async function subscribeWith(manager: PushManager, key: string): Promise<PushSubscription> {
  const existing = await manager.getSubscription()
  if (existing && readKey(existing) === key) return existing
  await existing?.unsubscribe()
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

/** In base64url, without padding. */
function readKey({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  return btoa(String.fromCharCode(...bytes)).replace(/[+/=]/g, (sign) => ({ '+': '-', '/': '_' })[sign] ?? '')
}

type Sent = { owner: PushOwner; key: string; endpoint: string }

function describeSent({ owner, key, endpoint }: Sent): string {
  return [owner.session, owner.timeZone, key, endpoint].join(' ')
}

type Details = Pick<StoredPushDevice, 'hidesDetails'> & { key: string }

async function sendSubscription(
  { server, owner }: Options,
  subscription: PushSubscription,
  { key, hidesDetails }: Details,
): Promise<void> {
  const { userId, label, timeZone } = owner
  const { endpoint } = subscription
  const { id } = await server.subscribe({ ...describeKeys(subscription), label, timeZone, hidesDetails })
  await savePushDevice({ id, userId, endpoint, label, hidesDetails, sent: describeSent({ owner, key, endpoint }) })
}

function describeKeys(
  subscription: PushSubscription,
): Pick<PushSubscriptionInput, 'endpoint' | 'expirationTime' | 'keys'> {
  const { endpoint, expirationTime, keys } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys ?? {}
  return { endpoint: endpoint ?? subscription.endpoint, expirationTime: expirationTime ?? null, keys: { p256dh, auth } }
}

/**
 * The browser has replaced the subscription, with no page open. With the token of the stored session the server learns of it at once;
 * otherwise from the next page.
 */
export async function renewInWorker(manager: PushManager, old: PushSubscription | null | undefined): Promise<void> {
  const device = await findPushDevice()
  const vault = await findVault()
  const key = old?.options.applicationServerKey
  if (!device || !key) return
  const subscription = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const token = vault?.userId === device.userId ? await readToken(vault) : undefined
  if (!token) return
  const { label, hidesDetails } = device
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const response = await fetch('/api/push/subscriptions', {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...describeKeys(subscription), label, timeZone, hidesDetails }),
  })
  if (!response.ok) return
  const { id } = (await response.json()) as PushDevice
  // The next page sends it again, with what only pages know.
  await savePushDevice({ ...device, id, endpoint: subscription.endpoint, sent: '' })
}
