import { useEffect, useSyncExternalStore } from 'react'
import { createStore } from 'zustand'

function subscribe(listener: () => void) {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/** The URL's hash without the #; undefined on the server and until hydration has finished. */
export function useUrlHash() {
  return useSyncExternalStore(
    subscribe,
    () => window.location.hash.slice(1),
    () => undefined,
  )
}

/** The elements that were shown, as history entry and hash. Back to an entry restores its position instead. */
const store = createStore<{ shown: readonly string[] }>(() => ({ shown: [] }))

/** React Router stores the key of a history entry in the entry's state. */
function entryKey() {
  return String((window.history.state as { key?: string } | null)?.key)
}

/** Scrolls to the element that the hash names, as soon as it is loaded, and focuses it: once per history entry. */
export function useLinkedElement() {
  const hash = useUrlHash()

  useEffect(() => {
    if (!hash) return
    const entry = `${entryKey()}#${hash}`
    const { shown } = store.getState()
    const element = shown.includes(entry) ? null : document.getElementById(hash)
    if (!element?.checkVisibility()) return
    store.setState({ shown: [...shown, entry] })
    element.scrollIntoView({ block: 'center' })
    element.focus({ preventScroll: true })
  })

  return hash
}
