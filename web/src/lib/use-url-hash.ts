import { useEffect, useRef, useSyncExternalStore } from 'react'

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

/** Scrolls to the element that the hash names, as soon as it is loaded, and focuses it. */
export function useLinkedElement() {
  const hash = useUrlHash()
  const shown = useRef<string>(undefined)

  useEffect(() => {
    const element = hash && shown.current !== hash ? document.getElementById(hash) : null
    if (!element?.checkVisibility()) return
    shown.current = hash
    element.scrollIntoView({ block: 'center' })
    element.focus({ preventScroll: true })
  })

  return hash
}
