import { useEffect, useRef } from 'react'

/** Leads the focus to the confirm button as soon as what was chosen for the person can be confirmed. */
export function useFocusOnReady(isReady: boolean) {
  const isAwaited = useRef(false)

  useEffect(() => {
    if (!isReady || !isAwaited.current) return
    isAwaited.current = false
    const buttons = [...document.querySelectorAll<HTMLElement>('[data-confirm]')]
    buttons.find((button) => button.checkVisibility())?.focus({ preventScroll: true })
  })

  return () => {
    isAwaited.current = true
  }
}
