import 'fake-indexeddb/auto'
import { pushApi } from '@na-regua/contract/push'
import { findPushDevice } from '@na-regua/offline'
import { QueryClient } from '@tanstack/react-query'
import { waitFor } from '@testing-library/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startFakeApi } from '../../../test/fake-api.ts'
import { enablePush, maintainPush } from './use-push.ts'

const api = startFakeApi()
const LIST = ['notifications', 'list', 1]
const listed = (unreadCount: number) => ({ notifications: [{ id: 'n1', read: unreadCount === 0 }], unreadCount })

/** What the tray and the icon of the app show, and the subscription of this browser. */
let tray: string[]
let badges: number[]
let subscription: object | null
/** Subscribing takes until this. */
let subscribed: Promise<void>
let end: () => void

const pushManager = {
  permissionState: async () => 'granted',
  getSubscription: async () => subscription,
  async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
    await subscribed
    subscription = {
      endpoint: 'https://push.test/1',
      options: { applicationServerKey: new TextEncoder().encode(atob(applicationServerKey)).buffer },
      toJSON: () => ({ endpoint: 'https://push.test/1', keys: { p256dh: 'B1', auth: 'a1' } }),
      async unsubscribe() {
        subscription = null
      },
    }
    return subscription
  },
}
const getNotifications = async () =>
  tray.map((notificationId) => ({
    data: { notificationId },
    close() {
      tray = tray.filter((id) => id !== notificationId)
    },
  }))
const registration = { pushManager, getNotifications }
const register = vi.fn(async () => registration)

function setUpWorker(registered: typeof registration | undefined) {
  const ready = Promise.resolve(registration)
  const container = Object.assign(new EventTarget(), { getRegistration: async () => registered, register, ready })
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true })
}

beforeEach(() => {
  tray = []
  badges = []
  subscription = null
  subscribed = Promise.resolve()
  end = () => {}
  setUpWorker(registration)
  Object.assign(navigator, {
    setAppBadge: async (count: number) => void badges.push(count),
    clearAppBadge: async () => void badges.push(0),
  })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { requestPermission: async () => 'granted', permission: 'granted' })
  api.respond(pushApi.key, () => ({ key: btoa('key-1').replace('=', '') }))
  api.respond(pushApi.subscribe, () => ({ id: 'd1' }))
})
afterEach(async () => {
  badges = []
  end()
  // Of push nothing stays: the badge goes last.
  await waitFor(() => expect(badges).toContain(0))
})

test('a push that was just shown stays in the tray until the list that contains it has arrived', async () => {
  const client = new QueryClient()
  end = maintainPush(client, 'ana')
  await client.fetchQuery({ queryKey: LIST, queryFn: async () => listed(0) })
  await waitFor(() => expect(badges).toEqual([0]))
  tray.push('n1')
  const response = Promise.withResolvers<unknown>()
  await client.invalidateQueries({ queryKey: LIST })
  const fetching = client.fetchQuery({ queryKey: LIST, queryFn: () => response.promise })
  response.resolve(listed(1))
  await fetching
  await waitFor(() => expect(badges).toEqual([0, 1]))
  expect(tray).toEqual(['n1'])
})

test('what is read here leaves the tray at once', async () => {
  tray.push('n1', 'n2')
  const client = new QueryClient()
  end = maintainPush(client, 'ana')
  client.setQueryData(LIST, { notifications: [{ id: 'n1', read: true }], unreadCount: 1 })
  await waitFor(() => expect(badges).toEqual([1]))
  expect(tray).toEqual(['n2'])
})

test('a browser that registered no worker, to save data, gets one with the tap', async () => {
  setUpWorker(undefined)
  expect(await enablePush('ana', false)).toBe('possible')
  expect(register).toHaveBeenCalledWith('/service-worker.js', { updateViaCache: 'none' })
  expect(await findPushDevice()).toMatchObject({ id: 'd1', userId: 'ana', hidesDetails: false })
  setUpWorker(registration)
  end = maintainPush(new QueryClient(), 'ana')
})

test('a renewal that is under way when the session ends leaves no subscription', async () => {
  await enablePush('ana', false)
  // The browser has ended the subscription by itself.
  subscription = null
  const renewed = Promise.withResolvers<void>()
  const subscribe = vi.spyOn(pushManager, 'subscribe')
  subscribed = renewed.promise
  end = maintainPush(new QueryClient(), 'ana')
  await waitFor(() => expect(subscribe).toHaveBeenCalledOnce())
  end()
  expect(await findPushDevice()).toBeDefined()
  renewed.resolve()
  await waitFor(() => expect(badges).toEqual([0]))
  expect([await findPushDevice(), subscription]).toEqual([undefined, null])
})
