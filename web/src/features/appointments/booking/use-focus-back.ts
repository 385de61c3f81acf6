import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** A new path moves the focus to the start of the page. A choice that only changed the path gets it back. */
export function useFocusBack<E extends HTMLElement>() {
  const { pathname } = useLocation()
  const target = useRef<E>(null)
  const isAwaited = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is the reason, not an input.
  useEffect(() => {
    if (!isAwaited.current) return
    isAwaited.current = false
    target.current?.focus({ preventScroll: true })
  }, [pathname])

  function awaitPath() {
    isAwaited.current = true
  }

  return { target, awaitPath }
}
