import { useSyncExternalStore } from 'react'

const WISH = '(prefers-reduced-motion: reduce)'

function subscribe(listener: () => void) {
  const wish = window.matchMedia(WISH)
  wish.addEventListener('change', listener)
  return () => wish.removeEventListener('change', listener)
}

/** Whether the person asked for rest; motion.css stops what CSS moves, this is for what scripts move. */
export function useReducedMotion() {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WISH).matches,
    () => false,
  )
}
