import type { User } from '@na-regua/contract/accounts'
import { useEffect, useSyncExternalStore } from 'react'

const TOKEN = 'authToken'
const USER = 'authUser'

/** `isHydrated` is false on the server and while the page comes alive: nobody knows yet who is there. */
type Session = {
  isHydrated: boolean
  user: User | undefined
  token: string | undefined
  /** Its person closed it on purpose: nobody needs to be asked in again. */
  hasLeft?: boolean
}

const unknown: Session = { isHydrated: false, user: undefined, token: undefined }
const nobody: Session = { isHydrated: true, user: undefined, token: undefined }

let current: Session | undefined
const listeners = new Set<() => void>()
const expiryListeners = new Set<() => void>()

function read(): Session {
  try {
    const token = localStorage.getItem(TOKEN)
    const user = localStorage.getItem(USER)
    if (!token) return nobody
    // A token alone is a session too; whose it is, the server says (features/accounts/use-own-account.ts).
    return user
      ? { isHydrated: true, token, user: JSON.parse(user) as User }
      : { isHydrated: false, token, user: undefined }
  } catch {
    // Storage may be blocked, or hold what another program wrote: both mean nobody.
    return nobody
  }
}

function write(key: string, value: string | undefined) {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Blocked or full storage: the session then lives as long as the page.
  }
}

function change(next: Session) {
  current = next
  for (const listener of listeners) listener()
}

let holders = 0
let afterHold: (() => void) | undefined

/**
 * Keeps the person that the page knows until the returned function lets go. A payment that succeeds ends every session of
 * its payer, and the page that made it must still be able to say so and lead on.
 */
export function pauseSession() {
  holders += 1
  return () => {
    holders -= 1
    // The next page may take over in the same moment.
    queueMicrotask(() => {
      if (holders > 0) return
      const change = afterHold
      afterHold = undefined
      change?.()
    })
  }
}

function onceFree(act: () => void) {
  if (holders > 0) afterHold = act
  else act()
}

/** Another tab logged in, out, or changed the account. */
function handleStorage({ key }: StorageEvent) {
  if (key === null || key === TOKEN || key === USER) onceFree(() => change(read()))
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) window.addEventListener('storage', handleStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', handleStorage)
  }
}

/** The session of this browser, outside React. */
export function getSession(): Session {
  if (typeof window === 'undefined') return unknown
  current ??= read()
  return current
}

export function useSession() {
  return useSyncExternalStore(subscribe, getSession, () => unknown)
}

export function openSession({ user, token }: { user: User; token: string }) {
  write(TOKEN, token)
  write(USER, JSON.stringify(user))
  change({ isHydrated: true, user, token })
}

function forget(next: Session) {
  write(TOKEN, undefined)
  write(USER, undefined)
  change(next)
}

export function closeSession() {
  forget({ ...nobody, hasLeft: true })
}

/** Keeps the account up to date after a change of the profile or a verified e-mail. */
export function updateSessionUser(user: User) {
  const { token } = getSession()
  if (token) openSession({ user, token })
}

/**
 * The server no longer knows the token: closes the session and tells whoever leads to the login. A refused token that was
 * replaced in the meantime, by a change of the password for one, ends nothing.
 */
export function expireSession(refused = getSession().token) {
  onceFree(() => expire(refused))
}

function expire(refused: string | undefined) {
  const { token } = getSession()
  if (token !== refused) return
  const wasOpen = token !== undefined
  forget(nobody)
  if (wasOpen) for (const listener of expiryListeners) listener()
}

export function onSessionExpiry(listener: () => void) {
  expiryListeners.add(listener)
  return () => {
    expiryListeners.delete(listener)
  }
}

/** While true, nothing that happens to the session on the server takes this page away from the person who looks at it. */
export function useHeldSession(isHeld: boolean) {
  useEffect(() => (isHeld ? pauseSession() : undefined), [isHeld])
}

/** Longer than this nobody waits to be logged out. */
const PATIENCE_MS = 3000

type Work = () => Promise<unknown>
const works = new Set<Work>()

/** Something that the server must still hear in the person's name when he logs out. Answers how to take it off. */
export function runBeforeLogout(work: Work) {
  works.add(work)
  return () => void works.delete(work)
}

/** Settles when it was told, or when that takes too long. */
export async function finishBeforeLogout() {
  if (works.size === 0) return
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
  await Promise.race([Promise.allSettled([...works].map((work) => work())), patience])
}
