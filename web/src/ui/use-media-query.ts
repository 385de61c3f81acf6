import { useSyncExternalStore } from 'react'

/** False on the server and until hydration has finished. */
function createMediaQueryHook(query: string) {
  function subscribe(listener: () => void) {
    const media = window.matchMedia(query)
    media.addEventListener('change', listener)
    return () => media.removeEventListener('change', listener)
  }

  return function useMediaQuery() {
    return useSyncExternalStore(
      subscribe,
      () => window.matchMedia(query).matches,
      () => false,
    )
  }
}

/** From the `md` breakpoint on. */
export const useIsMedium = createMediaQueryHook('(width >= 48rem)')

/** From the `lg` breakpoint on. For what a phone must not even fetch; what is only hidden there is for CSS. */
export const useIsWide = createMediaQueryHook('(width >= 64rem)')

/** Whether columns have room side by side: from a tablet in portrait on, but not on a phone that lies on its side. */
export const useHasColumns = createMediaQueryHook('(width >= 64rem), (width >= 48rem) and (height >= 32rem)')

/** Whether the user prefers reduced motion. motion.css stops CSS animations; this is for animations run by scripts. */
export const useReducedMotion = createMediaQueryHook('(prefers-reduced-motion: reduce)')
