import { useSyncExternalStore } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

/** What the address will say once the last change has landed: the next one may come before that, or from an older rendering. */
let coming: URLSearchParams | undefined

/** The words behind the question mark. Changing them replaces the address, so that "back" leaves the page. */
export function useAddress() {
  const [address] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()

  async function change(write: (current: URLSearchParams) => URLSearchParams) {
    // What took its time, like a place, may end after the visitor has gone elsewhere.
    if (window.location.pathname !== pathname) return
    const next = write(coming ?? new URLSearchParams(window.location.search))
    coming = next
    await navigate(`?${next}`, { replace: true, preventScrollReset: true })
    if (coming === next) coming = undefined
  }

  return [address, change] as const
}

function subscribe(listener: () => void) {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/** What stands behind the # of the address; undefined where it cannot be known: on the server, and while the page comes alive. */
export function useHash() {
  return useSyncExternalStore(
    subscribe,
    () => window.location.hash.slice(1),
    () => undefined,
  )
}
