import { QueryClient } from '@tanstack/react-query'
import { waitFor } from '@testing-library/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { enablePush, maintainPush } from './use-push.ts'

const synced = vi.hoisted(() => vi.fn(async () => {}))
const device = vi.hoisted(() => ({ isSubscribed: false, renewed: async () => {} }))
vi.mock('@na-regua/offline', () => ({
  syncTray: synced,
  renewPush: async () => {
    await device.renewed()
    device.isSubscribed = true
  },
  takeOpened: async () => [],
  subscribeToPush: async () => {},
  forgetPushAndBadge: async () => {
    device.isSubscribed = false
  },
}))

const LIST = ['notifications', 'list', 1]
const listed = (unreadCount: number) => ({ notifications: [{ id: 'n1', read: unreadCount === 0 }], unreadCount })
let end: () => void

beforeEach(() => {
  const container = Object.assign(new EventTarget(), { getRegistration: async () => ({}) })
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => {
  end()
  synced.mockReset()
  vi.unstubAllGlobals()
})

const settle = () => new Promise((resolve) => setTimeout(resolve, 20))

test('a push that was just shown stays in the tray until the list that contains it has arrived', async () => {
  const client = new QueryClient()
  end = maintainPush(client, 'ana')
  await client.fetchQuery({ queryKey: LIST, queryFn: async () => listed(0) })
  await waitFor(() => expect(synced).toHaveBeenCalledOnce())
  let respond = (_list: unknown) => {}
  const response = new Promise((resolve) => {
    respond = resolve
  })
  await client.invalidateQueries({ queryKey: LIST })
  const fetching = client.fetchQuery({ queryKey: LIST, queryFn: () => response })
  await settle()
  expect(synced).toHaveBeenCalledOnce()
  respond(listed(1))
  await fetching
  await waitFor(() => expect(synced).toHaveBeenCalledTimes(2))
  expect(synced.mock.lastCall?.at(-1)).toEqual({ readIds: [], unreadCount: 1 })
})

test('what is read here leaves the tray at once', async () => {
  const client = new QueryClient()
  end = maintainPush(client, 'ana')
  client.setQueryData(LIST, listed(0))
  await waitFor(() => expect(synced).toHaveBeenCalledOnce())
  expect(synced.mock.lastCall?.at(-1)).toEqual({ readIds: ['n1'], unreadCount: 0 })
})

test('a browser that registered no worker, to save data, gets one with the tap', async () => {
  const client = new QueryClient()
  const register = vi.fn(async () => ({}))
  const container = { getRegistration: async () => undefined, register, ready: Promise.resolve({}) }
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true })
  vi.stubGlobal('Notification', { requestPermission: async () => 'granted', permission: 'granted' })
  end = () => client.clear()
  expect(await enablePush('ana', false)).toBe('possible')
  expect(register).toHaveBeenCalledWith('/service-worker.js', { updateViaCache: 'none' })
})

test('a renewal that is under way when the session ends leaves no subscription', async () => {
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission: 'granted' })
  const started = Promise.withResolvers<void>()
  const renewed = Promise.withResolvers<void>()
  device.renewed = () => {
    started.resolve()
    return renewed.promise
  }
  device.isSubscribed = true
  end = maintainPush(new QueryClient(), 'ana')
  await started.promise
  end()
  await settle()
  renewed.resolve()
  await waitFor(() => expect(device.isSubscribed).toBe(false))
})
