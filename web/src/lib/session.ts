import type { User } from '@na-regua/contract/accounts'
import { useEffect } from 'react'
import { createStore, useStore } from 'zustand'
import { createStoredValue } from './use-stored-value.ts'

/** `isHydrated` is false on the server and until the page is hydrated: the user is not known yet. */
type Session = {
  isHydrated: boolean
  user: User | undefined
  token: string | undefined
  /** The user logged out on purpose: private pages do not redirect to the login. */
  hasLoggedOut?: boolean
  /** It ended without the user, here or in another tab, and this page has not led to the login yet. */
  hasEnded?: boolean
}

const unknown: Session = { isHydrated: false, user: undefined, token: undefined }
const anonymous: Session = { isHydrated: true, user: undefined, token: undefined }

const storedToken = createStoredValue({ key: 'authToken', parse: (text) => text, format: String })
/** Without personal data, and never removed: whether someone has used an account in this browser. */
const storedFamiliarity = createStoredValue({ key: 'hadSession', parse: (text) => text, format: String })
/** For the other tabs: the session was closed on purpose. */
const storedLogout = createStoredValue({ key: 'loggedOut', parse: (text) => text, format: String })
const storedUser = createStoredValue<User | 'invalid'>({ key: 'authUser', parse: parseUser })

type SessionState = {
  session: Session
  /** How many pages keep the session as they know it. */
  pauseCount: number
  /** The change that waits until none does. */
  pendingChange?: () => void
}

const store = createStore<SessionState>(() => ({ session: unknown, pauseCount: 0 }))

if (typeof window !== 'undefined') {
  change(readSession())
  window.addEventListener('storage', handleStorage)
}

function parseUser(text: string): User | 'invalid' {
  try {
    return JSON.parse(text) as User
  } catch {
    return 'invalid'
  }
}

function readSession(): Session {
  const token = storedToken.read()
  const user = storedUser.read()
  if (!token || user === 'invalid') return anonymous
  // A token alone is a session too; app/shell.tsx then loads its user.
  return { isHydrated: user !== undefined, token, user }
}

function change(next: Session) {
  store.setState({ session: next })
}

/**
 * Keeps the session as this page knows it until the returned function is called. A payment that succeeds ends every session
 * of its payer, and the page that made it must still be able to show so and navigate.
 */
export function pauseSession() {
  store.setState(({ pauseCount }) => ({ pauseCount: pauseCount + 1 }))
  return () => {
    store.setState(({ pauseCount }) => ({ pauseCount: pauseCount - 1 }))
    // The next page may pause it in the same tick.
    queueMicrotask(() => {
      const { pauseCount, pendingChange } = store.getState()
      if (pauseCount > 0) return
      store.setState({ pendingChange: undefined })
      pendingChange?.()
    })
  }
}

/** While true, a session that ends on the server does not navigate away from this page. */
export function usePausedSession(isPaused: boolean) {
  useEffect(() => (isPaused ? pauseSession() : undefined), [isPaused])
}

function runUnlessPaused(apply: () => void) {
  if (store.getState().pauseCount > 0) store.setState({ pendingChange: apply })
  else apply()
}

/** The other tab's request may have been rejected first: then this one has to lead to the login as well. */
function readChangedSession(): Session {
  const before = getSession()
  const next = readSession()
  const wasOpen = before.token !== undefined || before.hasEnded
  return wasOpen && !next.token && !storedLogout.read() ? { ...next, hasEnded: true } : next
}

/** Another tab logged in, logged out, or changed the account. */
function handleStorage({ key }: StorageEvent) {
  if (key === null || key === 'authToken' || key === 'authUser') runUnlessPaused(() => change(readChangedSession()))
}

/** The session of this browser, outside React. */
export const getSession = (): Session => store.getState().session

/** A part of the session, undefined until the page is hydrated: only a change of this part renders again. */
export function useSessionPart<T>(select: (session: Session) => T | undefined): T | undefined {
  return useStore(store, ({ session }) => select(session))
}

export const useSession = () => useStore(store, ({ session }) => session)

export const useUser = () => useSessionPart(({ user }) => user)

export const useSessionToken = () => useSessionPart(({ token }) => token)

export function openSession({ user, token }: { user: User; token: string }) {
  storedFamiliarity.write('1')
  storedLogout.write(undefined)
  storedToken.write(token)
  storedUser.write(user)
  change({ isHydrated: true, user, token })
}

function clearSession(next: Session) {
  // Also for sessions of before this was stored.
  if (getSession().token) storedFamiliarity.write('1')
  storedToken.write(undefined)
  storedUser.write(undefined)
  change(next)
}

/** Whether this browser has never had a session: its user is probably new here. */
export function isNewcomer() {
  return storedFamiliarity.read() === undefined
}

export function closeSession() {
  if (getSession().token) storedLogout.write('1')
  clearSession({ ...anonymous, hasLoggedOut: true })
}

/** Updates the account after a change of the profile or a verified email. */
export function updateSessionUser(user: User) {
  const { token } = getSession()
  // Another tab may have ended it: the response to a request from before must not open it again.
  if (token && token === storedToken.read()) openSession({ user, token })
}

/**
 * The server rejected the token: closes the session and notifies the listeners. A rejected token that was replaced in the
 * meantime, for example by a password change, ends nothing.
 */
export function expireSession(rejectedToken = getSession().token) {
  runUnlessPaused(() => expire(rejectedToken))
}

function expire(rejectedToken: string | undefined) {
  const { token } = getSession()
  if (token !== rejectedToken) return
  if (!token) return clearSession(anonymous)
  clearSession({ ...anonymous, hasEnded: true })
}

/** Why the login page is opened after the server has ended a session: the `reason` of its address. */
export const SESSION_ENDED = 'Sua sessão terminou. Entre de novo para continuar'

/** The login is shown: from there the user may go on without a session. */
export function acceptSessionEnd() {
  if (getSession().hasEnded) change(anonymous)
}

/** Calls the listener when the session has ended without the user. Returns the function that stops it. */
export function onSessionExpiry(listener: () => void) {
  return store.subscribe((state, before) => {
    if (state.session.hasEnded && !before.session.hasEnded) listener()
  })
}
