import type { PushAction, PushActionResult, PushPayload } from '@na-regua/contract/push'
import { claimShown, findPushDevice, rememberOpened } from './push-device.ts'
import { type PushData, parsePush, readPushData } from './push-message.ts'
import { renewInWorker } from './push-subscription.ts'
import { type BadgeNavigator, closeShown, setBadge, takeTrayTurn } from './push-tray.ts'

/** The part of the service worker that push needs. Tests bring their own. */
export type PushScope = {
  registration: Pick<ServiceWorkerRegistration, 'showNotification' | 'getNotifications'>
  clients: Pick<Clients, 'matchAll' | 'openWindow'>
  location: Pick<WorkerLocation, 'origin'>
  navigator: BadgeNavigator
  fetch: typeof fetch
}

/** Messages to open pages: something may have changed, a notification was opened, or the subscription is another one. */
type PushSignal = { type: 'pushed' | 'push-opened' | 'push-renewed' }

const ICON = '/icon-192.png'
/** White on transparent: Android uses its shape only. */
const BADGE = '/push-badge.png'
const ACTION_URL = '/api/push/actions'
const ACTION_TIMEOUT_MS = 20_000
const MAPS = 'https://www.google.com/maps/'

type Shown = Pick<PushPayload, 'title' | 'body' | 'tag' | 'path' | 'notificationId' | 'actions'> & { shownAt?: number }

/** For a message that cannot be read, or that is for someone else than the user of this browser. */
const generic: Shown = {
  tag: 'na-regua',
  title: 'Na Régua',
  body: 'Você tem um aviso novo. Toque para abrir.',
  path: '/notifications',
  notificationId: null,
  actions: [],
}

/** Shows what a push contains. Every push shows something: a browser may end the subscription of a site that stays silent. */
export async function handlePush(scope: PushScope, text: string | undefined): Promise<void> {
  const payload = parsePush(text)
  const device = await findPushDevice().catch(() => undefined)
  if (!payload || device?.id !== payload.deviceId) {
    await show(scope, generic)
    return
  }
  // Read elsewhere.
  if (payload.readTags.length > 0) await closeShown(scope.registration, ({ tag }) => payload.readTags.includes(tag))
  await setBadge(scope, payload.badge)
  // The same event is shown once, also after it was dismissed.
  if (await claimShown(payload.tag)) await show(scope, { ...payload, shownAt: Date.parse(payload.createdAt) })
  await signal(scope, 'pushed')
}

async function show({ registration }: PushScope, shown: Shown, { isSilent = false } = {}) {
  const { title, body, tag, path, notificationId, actions, shownAt } = shown
  const data: PushData = { path, tag, notificationId, actions }
  const options = {
    body,
    tag,
    data,
    lang: 'pt-BR',
    icon: ICON,
    badge: BADGE,
    silent: isSilent,
    renotify: !isSilent,
    timestamp: shownAt || Date.now(),
    actions: actions.map(({ id, title }) => ({ action: id, title })),
  } as NotificationOptions
  await takeTrayTurn(() => registration.showNotification(title, options))
}

async function signal({ clients }: Pick<PushScope, 'clients'>, type: PushSignal['type']) {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const client of windows) client.postMessage({ type } satisfies PushSignal)
}

type Clicked = Pick<Notification, 'data' | 'tag' | 'close'>

/** A tap on the notification opens its page; a tap on one of its buttons acts without one. */
export async function handleNotificationClick(scope: PushScope, clicked: Clicked, action: string): Promise<void> {
  clicked.close()
  const data = readPushData(clicked.data)
  const chosen = data.actions?.find(({ id }) => id === action)
  if (chosen?.token) return act(scope, { ...generic, ...data, tag: clicked.tag }, chosen)
  if (data.notificationId) await rememberOpened(data.notificationId).catch(() => undefined)
  if (chosen?.path?.startsWith(MAPS)) await scope.clients.openWindow(chosen.path)
  else await openPath(scope, chosen?.path ?? data.path)
  await signal(scope, 'push-opened')
}

/** Never replaces what a window shows, which may be a form. */
async function openPath({ clients, location }: PushScope, path: string | undefined) {
  const url = toOwnUrl(location.origin, path)
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const shown = windows.find((client) => client.url === url)
  const focused = await shown?.focus().catch(() => undefined)
  if (!focused) await clients.openWindow(url)
}

/** Only pages of this site: a path that leads elsewhere opens the list of notifications. */
function toOwnUrl(origin: string, path: string | undefined): string {
  const fallback = `${origin}/notifications`
  if (!path?.startsWith('/') || !URL.canParse(path, origin)) return fallback
  const url = new URL(path, origin)
  return url.origin === origin ? url.href : fallback
}

/**
 * Executes the action and shows its result. As long as it can be retried, the notification and its buttons stay. The result has a tag of its own:
 * a page that closes the notification, which has been read by that, would close it too.
 */
async function act(scope: PushScope, shown: Shown, { token }: PushAction) {
  const result = await requestAction(scope, String(token))
  if ('text' in result) {
    const [title, body] = result.text
    await show(scope, { ...shown, title, body, actions: result.canRetry ? shown.actions : [] }, { isSilent: true })
    return
  }
  const { title, body, path, badge } = result
  const tag = `${shown.tag}-result`
  await show(scope, { ...shown, tag, title, body, path, notificationId: null, actions: [] }, { isSilent: true })
  await setBadge(scope, badge)
  await signal(scope, 'pushed')
}

type Failure = { text: readonly [title: string, body: string]; canRetry: boolean }

const offline: Failure = {
  text: ['Sem rede: abra o app', 'Nada foi enviado. Tente quando a rede voltar.'],
  canRetry: true,
}
const unavailable: Failure = { text: ['Não deu certo agora', 'Tente de novo ou abra o app.'], canRetry: true }
const invalid: Failure = { text: ['Este aviso não vale mais', 'Abra o app para ver como está.'], canRetry: false }

/** After a lost response the same token gets the stored result. */
async function requestAction({ fetch }: PushScope, token: string): Promise<PushActionResult | Failure> {
  try {
    const response = await fetch(ACTION_URL, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
      credentials: 'omit',
      signal: AbortSignal.timeout(ACTION_TIMEOUT_MS),
    })
    if (response.ok) return (await response.json()) as PushActionResult
    return response.status >= 500 || response.status === 429 ? unavailable : invalid
  } catch {
    return offline
  }
}

/** Lets the worker receive pushes, taps on them, and new subscriptions of the browser. */
export function listenForPush(worker: ServiceWorkerGlobalScope): void {
  const scope = worker as unknown as PushScope
  worker.addEventListener('push', (event) => event.waitUntil(handlePush(scope, event.data?.text())))
  worker.addEventListener('notificationclick', (event) =>
    event.waitUntil(handleNotificationClick(scope, event.notification, event.action)),
  )
  worker.addEventListener('pushsubscriptionchange', (event) => {
    const change = event as ExtendableEvent & { oldSubscription?: PushSubscription | null }
    change.waitUntil(
      renewInWorker(worker.registration.pushManager, change.oldSubscription).then(() => signal(scope, 'push-renewed')),
    )
  })
}
