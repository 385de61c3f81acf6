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

test("a session is restored from the browser's storage [4.2]", async () => {
  openBrowser({ authToken: 't', authUser: JSON.stringify(user) })
  const { getSession } = await import('./session.ts')
  expect(getSession()).toEqual({ isHydrated: true, token: 't', user })
})

test('a token alone is a session whose owner is not known yet [4.2]', async () => {
  const values = openBrowser({ authToken: 't' })
  const { getSession, updateSessionUser } = await import('./session.ts')
  expect(getSession()).toEqual({ isHydrated: false, token: 't', user: undefined })
  updateSessionUser(user)
  expect(getSession()).toEqual({ isHydrated: true, token: 't', user })
  expect(values.get('authUser')).toBe(JSON.stringify(user))
})

test('opening stores token and user, closing removes both [4.1, 7.1]', async () => {
  const values = openBrowser()
  const { closeSession, getSession, isNewcomer, openSession } = await import('./session.ts')
  expect(isNewcomer()).toBe(true)
  openSession({ user, token: 't' })
  expect(values.get('authToken')).toBe('t')
  closeSession()
  // Only that there was one and how it ended, and nothing about the user.
  expect([...values]).toEqual([
    ['hadSession', '1'],
    ['loggedOut', '1'],
  ])
  expect(isNewcomer()).toBe(false)
  expect(getSession()).toEqual({ isHydrated: true, token: undefined, user: undefined, hasLoggedOut: true })
})

test('an unreadable stored user means an anonymous session', async () => {
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

test('an expired session notifies once, and not at all without a session [7.32]', async () => {
  openBrowser({ authToken: 't', authUser: JSON.stringify(user) })
  const { expireSession, onSessionExpiry } = await import('./session.ts')
  let expiries = 0
  const stop = onSessionExpiry(() => expiries++)
  expireSession()
  expireSession()
  stop()
  expect(expiries).toBe(1)
})

test('without a window the session is not known yet', async () => {
  const { getSession } = await import('./session.ts')
  expect(getSession()).toEqual({ isHydrated: false, token: undefined, user: undefined })
})

test('a rejected token that was replaced in the meantime ends nothing', async () => {
  const values = openBrowser({ authToken: 'before', authUser: JSON.stringify(user) })
  const { expireSession, openSession, getSession } = await import('./session.ts')
  openSession({ user, token: 'fresh' })
  expireSession('before')
  expect([getSession().token, values.get('authToken')]).toEqual(['fresh', 'fresh'])
  expireSession('fresh')
  expect(getSession().token).toBeUndefined()
})

test('while a page pauses the session, its end waits until no page pauses it', async () => {
  openBrowser({ authToken: 't', authUser: JSON.stringify(user) })
  const { expireSession, getSession, pauseSession, onSessionExpiry } = await import('./session.ts')
  let expiries = 0
  onSessionExpiry(() => expiries++)
  const resume = pauseSession()
  expireSession('t')
  expect([getSession().token, expiries]).toEqual(['t', 0])
  resume()
  const resumeNext = pauseSession()
  await Promise.resolve()
  expect(getSession().token, 'the next page paused it in the same tick').toBe('t')
  resumeNext()
  await Promise.resolve()
  expect([getSession().token, expiries]).toEqual([undefined, 1])
})

test('a page that paused the session and closed it is not notified that it ended', async () => {
  openBrowser({ authToken: 't', authUser: JSON.stringify(user) })
  const { closeSession, expireSession, getSession, pauseSession, onSessionExpiry } = await import('./session.ts')
  let expiries = 0
  onSessionExpiry(() => expiries++)
  const resume = pauseSession()
  expireSession('t')
  closeSession()
  resume()
  await Promise.resolve()
  expect([getSession().hasLoggedOut, expiries]).toEqual([true, 0])
})
