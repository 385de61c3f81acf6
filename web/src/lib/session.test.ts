import type { User } from '@na-regua/contract/accounts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const user = { id: '1', name: 'Ana', email: 'ana@exemplo.com', role: 'CUSTOMER', isEmailVerified: false } as User

/** A browser's storage and window, as far as a session needs them. */
function openBrowser(stored: Record<string, string> = {}) {
  const values = new Map(Object.entries(stored))
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  }
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', storage)
  return values
}

beforeEach(() => vi.resetModules())
afterEach(() => vi.unstubAllGlobals())

test('a session is restored from what the browser kept', async () => {
  openBrowser({ authToken: 't', authUser: JSON.stringify(user) })
  const { getSession } = await import('./session.ts')
  expect(getSession()).toEqual({ isHydrated: true, token: 't', user })
})

test('a token alone is a session whose owner is not known yet', async () => {
  const values = openBrowser({ authToken: 't' })
  const { getSession, updateSessionUser } = await import('./session.ts')
  expect(getSession()).toEqual({ isHydrated: false, token: 't', user: undefined })
  updateSessionUser(user)
  expect(getSession()).toEqual({ isHydrated: true, token: 't', user })
  expect(values.get('authUser')).toBe(JSON.stringify(user))
})

test('opening keeps token and user, closing forgets both', async () => {
  const values = openBrowser()
  const { closeSession, getSession, openSession } = await import('./session.ts')
  openSession({ user, token: 't' })
  expect(values.get('authToken')).toBe('t')
  closeSession()
  expect([...values]).toEqual([])
  expect(getSession()).toEqual({ isHydrated: true, token: undefined, user: undefined, hasLeft: true })
})

test('unreadable or blocked storage means nobody', async () => {
  openBrowser({ authToken: 't', authUser: '{' })
  const { getSession } = await import('./session.ts')
  expect(getSession().user).toBeUndefined()
})

test('the account changes in place while the token stays', async () => {
  openBrowser({ authToken: 't', authUser: JSON.stringify(user) })
  const { getSession, updateSessionUser } = await import('./session.ts')
  updateSessionUser({ ...user, isEmailVerified: true })
  expect(getSession()).toMatchObject({ token: 't', user: { isEmailVerified: true } })
})

test('an expired session is told once, and not at all when nobody was there', async () => {
  openBrowser({ authToken: 't', authUser: JSON.stringify(user) })
  const { expireSession, onSessionExpiry } = await import('./session.ts')
  let told = 0
  const stop = onSessionExpiry(() => told++)
  expireSession()
  expireSession()
  stop()
  expect(told).toBe(1)
})

test('without a window nobody knows yet', async () => {
  const { getSession } = await import('./session.ts')
  expect(getSession()).toEqual({ isHydrated: false, token: undefined, user: undefined })
})

test('a refused token that was replaced meanwhile ends nothing', async () => {
  const values = openBrowser({ authToken: 'before', authUser: JSON.stringify(user) })
  const { expireSession, openSession, getSession } = await import('./session.ts')
  openSession({ user, token: 'fresh' })
  expireSession('before')
  expect([getSession().token, values.get('authToken')]).toEqual(['fresh', 'fresh'])
  expireSession('fresh')
  expect(getSession().token).toBeUndefined()
})

test('while a page holds the session, its end waits until nobody holds it', async () => {
  openBrowser({ authToken: 't', authUser: JSON.stringify(user) })
  const { expireSession, getSession, pauseSession, onSessionExpiry } = await import('./session.ts')
  let told = 0
  onSessionExpiry(() => told++)
  const letGo = pauseSession()
  expireSession('t')
  expect([getSession().token, told]).toEqual(['t', 0])
  letGo()
  const letGoNext = pauseSession()
  await Promise.resolve()
  expect(getSession().token, 'the next page took over in the same moment').toBe('t')
  letGoNext()
  await Promise.resolve()
  expect([getSession().token, told]).toEqual([undefined, 1])
})

test('a page that held the session and closed it is not told that it ended', async () => {
  openBrowser({ authToken: 't', authUser: JSON.stringify(user) })
  const { closeSession, expireSession, getSession, pauseSession, onSessionExpiry } = await import('./session.ts')
  let told = 0
  onSessionExpiry(() => told++)
  const letGo = pauseSession()
  expireSession('t')
  closeSession()
  letGo()
  await Promise.resolve()
  expect([getSession().hasLeft, told]).toEqual([true, 0])
})
