import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import { findPushDevice, removePushDevice } from './push-device.ts'
import { forgetEndedSession, forgetPush, type PushServer, renewPush, subscribeToPush } from './push-subscription.ts'

const keyOf = (text: string) => Buffer.from(text).toString('base64url')

/** A browser's push manager, without its push service. */
function createRegistration() {
  let current: PushSubscription | null = null
  let count = 0
  const closed: string[] = []
  const state = { permission: 'granted' }
  const pushManager = {
    permissionState: async () => state.permission,
    getSubscription: async () => current,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      count++
      const bytes = new Uint8Array(Buffer.from(applicationServerKey, 'base64url'))
      const endpoint = `https://push.test/${count}`
      current = {
        endpoint,
        options: { userVisibleOnly: true, applicationServerKey: bytes.buffer },
        toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: 'B1', auth: 'a1' } }),
        unsubscribe: async () => {
          current = null
          return true
        },
      } as unknown as PushSubscription
      return current
    },
  }
  const getNotifications = async () => [{ close: () => closed.push('entry') }]
  const registration = { pushManager, getNotifications } as unknown as ServiceWorkerRegistration
  return { registration, closed, state, replace: () => pushManager.subscribe({ applicationServerKey: keyOf('key-1') }) }
}

function createServer(key = 'key-1') {
  const subscribe = vi.fn<PushServer['subscribe']>(async ({ endpoint }) => ({ id: `id of ${endpoint}` }))
  return { server: { getKey: async () => keyOf(key), subscribe }, subscribe }
}

const ana = { userId: 'ana', session: 's1', label: 'Chrome no Android', timeZone: 'America/Sao_Paulo' }
beforeEach(removePushDevice)

test('subscribes this browser at the server, and remembers for whom', async () => {
  const { registration } = createRegistration()
  const { server, subscribe } = createServer()
  await subscribeToPush({ registration, server, owner: ana }, true)
  expect(subscribe.mock.calls).toEqual([
    [
      {
        endpoint: 'https://push.test/1',
        expirationTime: null,
        keys: { p256dh: 'B1', auth: 'a1' },
        label: 'Chrome no Android',
        timeZone: 'America/Sao_Paulo',
        hidesDetails: true,
      },
    ],
  ])
  expect(await findPushDevice()).toMatchObject({ id: 'id of https://push.test/1', userId: 'ana', hidesDetails: true })
})

test('is renewed when the key, the browser, the session or the zone has changed, and only then', async () => {
  const { registration, replace } = createRegistration()
  const { server, subscribe } = createServer()
  await subscribeToPush({ registration, server, owner: ana }, false)
  expect(await renewPush({ registration, server, owner: ana })).toBe(true)
  expect(subscribe).toHaveBeenCalledTimes(1)
  await replace()
  await renewPush({ registration, server, owner: ana })
  await renewPush({ registration, server, owner: { ...ana, session: 's2' } })
  await renewPush({ registration, server, owner: { ...ana, session: 's2', timeZone: 'America/Manaus' } })
  expect(subscribe).toHaveBeenCalledTimes(4)
  const other = createServer('key-2')
  await renewPush({ registration, server: other.server, owner: ana })
  expect(other.subscribe.mock.calls).toMatchObject([[{ endpoint: 'https://push.test/3' }]])
})

test('is not switched on by an opening, and ends for the next person and when the browser denies it', async () => {
  const { registration, state, closed } = createRegistration()
  const { server, subscribe } = createServer()
  expect(await renewPush({ registration, server, owner: ana })).toBe(false)
  expect(subscribe).not.toHaveBeenCalled()
  await subscribeToPush({ registration, server, owner: ana }, false)
  expect(await renewPush({ registration, server, owner: { ...ana, userId: 'rui' } })).toBe(false)
  expect([await findPushDevice(), await registration.pushManager.getSubscription()]).toEqual([undefined, null])
  await subscribeToPush({ registration, server, owner: ana }, false)
  state.permission = 'denied'
  expect(await renewPush({ registration, server, owner: ana })).toBe(false)
  expect([await findPushDevice(), closed]).toEqual([undefined, ['entry', 'entry']])
})

test('leaves nothing behind, also without a worker', async () => {
  const { registration, closed } = createRegistration()
  const { server } = createServer()
  await subscribeToPush({ registration, server, owner: ana }, false)
  await forgetPush(registration)
  await forgetPush(undefined)
  expect([await findPushDevice(), await registration.pushManager.getSubscription(), closed]).toEqual([
    undefined,
    null,
    ['entry'],
  ])
})

test('a session that ended while no page was open leaves no subscription, no tray, no number, no device', async () => {
  const { registration, closed } = createRegistration()
  const { server } = createServer()
  await subscribeToPush({ registration, server, owner: ana }, false)
  const clearAppBadge = vi.fn(async () => {})
  vi.stubGlobal('navigator', { clearAppBadge, serviceWorker: { getRegistration: async () => registration } })
  await forgetEndedSession()
  expect([await registration.pushManager.getSubscription(), closed]).toEqual([null, ['entry']])
  expect(await findPushDevice()).toBeUndefined()
  expect(clearAppBadge).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
})
