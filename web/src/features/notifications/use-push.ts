import { notificationsApi } from '@na-regua/contract/notifications'
import { type PushSubscriptionInput, pushApi } from '@na-regua/contract/push'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../lib/api.ts'
import { deviceTimeZone } from '../../lib/local-time.ts'
import { getSession } from '../../lib/session.ts'
import { labelDevice } from './rules.ts'

const DEVICES = ['push', 'devices']
const WORKER_TIMEOUT_MS = 20_000

export const pushDevicesQuery = queryOptions({
  queryKey: DEVICES,
  queryFn: ({ signal }) => api(pushApi.devices, { signal }),
})

/**
 * What this browser can do about pushes now. `install`: only as an installed app (Safari on iOS). `denied`: the user has refused them in
 * the browser, which does not show its question again.
 */
export type PushSupport = 'unsupported' | 'install' | 'denied' | 'possible'

/** iPads report themselves as Macs with a touch screen. */
function isIos() {
  return (
    /iP(hone|ad|od)/.test(navigator.userAgent) || (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1)
  )
}

export function readPushSupport(): PushSupport {
  const isInstalled = window.matchMedia('(display-mode: standalone)').matches
  if (isIos() && !isInstalled) return 'install'
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : 'possible'
}

/** Undefined until the page is hydrated. Read again when the user comes back, perhaps from the settings of the browser. */
export function usePushSupport() {
  const [support, setSupport] = useState<PushSupport>()
  useEffect(() => {
    const read = () => setSupport(readPushSupport())
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [])
  return { support, readAgain: () => setSupport(readPushSupport()) }
}

/** The session as the subscription knows it: not its token. */
async function digestSession(token: string) {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)))
  return [...bytes.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function readOwner(userId: string) {
  const session = await digestSession(getSession().token ?? '')
  return { userId, session, label: labelDevice(navigator.userAgent), timeZone: deviceTimeZone() }
}

const createServer = (signal?: AbortSignal) => ({
  getKey: async () => (await api(pushApi.key, { signal })).key,
  subscribe: (body: PushSubscriptionInput) => api(pushApi.subscribe, { body, signal }),
})

/** Registered seconds after the page has loaded, or here if it was not, to save data. Rejects in a browser that blocks workers. */
async function getReadyWorker(): Promise<ServiceWorkerRegistration> {
  const { findRegistration } = await import('../../ui/app-updates.ts')
  await findRegistration(navigator.serviceWorker)
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('no service worker')), WORKER_TIMEOUT_MS)
    void navigator.serviceWorker.ready.then(resolve)
  })
}

/** After a tap, because Safari shows the question for the permission only then. Returns what became of it. */
export async function enablePush(userId: string, hidesDetails: boolean): Promise<PushSupport> {
  if ((await Notification.requestPermission()) !== 'granted') return readPushSupport()
  const [{ subscribeToPush }, registration] = await Promise.all([import('@na-regua/offline'), getReadyWorker()])
  await subscribeToPush({ registration, server: createServer(), owner: await readOwner(userId) }, hidesDetails)
  return 'possible'
}

/** On this browser, if `id` is its device; always on the server. */
export async function disablePush(id: string) {
  await api(pushApi.unsubscribe, { params: { id } })
  const { findPushDevice, forgetPush } = await import('@na-regua/offline')
  if ((await findPushDevice())?.id === id) await forgetPush(await navigator.serviceWorker.getRegistration())
}

type Listed = { notifications: { id: string; read: boolean }[]; unreadCount: number }

/**
 * While someone is logged in: keeps the subscription of this browser valid, takes what is read here out of the tray and off the badge, and
 * marks as read what was opened from the tray. Without a session everything of push is removed from this browser.
 */
export function maintainPush(client: QueryClient, userId: string) {
  const ending = new AbortController()
  const { signal } = ending
  const report = (error: unknown) => console.warn('pushes are not up to date', error)
  let renewing = Promise.resolve()
  const renewNext = () => {
    renewing = renewing
      .then(() => renew(userId, signal))
      .catch((error: unknown) => {
        if (!signal.aborted) report(error)
      })
  }
  renewNext()
  void markOpened(client, userId).catch(report)
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    // While it is fetched again, the list does not contain the push that has just been shown.
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const [topic, list] = event.query.queryKey
    if (topic === 'notifications' && list === 'list') void clearTray(event.query.state.data as Listed).catch(report)
  })
  navigator.serviceWorker?.addEventListener(
    'message',
    ({ data }) => {
      if (data?.type === 'pushed') void client.invalidateQueries({ queryKey: ['notifications'] })
      if (data?.type === 'push-opened') void markOpened(client, userId).catch(report)
      if (data?.type === 'push-renewed') renewNext()
    },
    { signal },
  )
  return () => {
    ending.abort()
    unsubscribe()
    // After a renewal that is under way: it might subscribe once more.
    void renewing.then(() => (getSession().user ? undefined : forget())).catch(report)
  }
}

async function renew(userId: string, signal: AbortSignal) {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (!registration || readPushSupport() !== 'possible') return
  const { renewPush } = await import('@na-regua/offline')
  const owner = await readOwner(userId)
  if (!signal.aborted) await renewPush({ registration, server: createServer(signal), owner })
}

async function markOpened(client: QueryClient, userId: string) {
  const { takeOpened } = await import('@na-regua/offline')
  const ids = await takeOpened(userId)
  await Promise.all(ids.map((id) => api(notificationsApi.read, { params: { id } }).catch(() => undefined)))
  if (ids.length > 0) await client.invalidateQueries({ queryKey: ['notifications'] })
}

async function clearTray({ notifications, unreadCount }: Listed) {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (!registration) return
  const { syncTray } = await import('@na-regua/offline')
  const readIds = notifications.flatMap(({ id, read }) => (read ? [id] : []))
  await syncTray(registration, navigator, { readIds, unreadCount })
}

async function forget() {
  const { forgetPushAndBadge } = await import('@na-regua/offline')
  await forgetPushAndBadge()
}
