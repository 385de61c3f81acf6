import { useEffect, useRef } from 'react'

/**
 * Who pressed a button that is gone afterwards keeps his place: at its card, or at the list when the card went as well.
 * Without this the next Tab would begin at the top of the page.
 */
export function useKeptFocus<E extends HTMLElement>() {
  const frame = useRef<E>(null)
  const last = useRef<{ element: Element; cardId: string | undefined }>(undefined)

  useEffect(() => {
    const list = frame.current
    function remember({ target }: FocusEvent) {
      if (target instanceof Element) last.current = { element: target, cardId: target.closest('article')?.id }
    }
    list?.addEventListener('focusin', remember)
    return () => list?.removeEventListener('focusin', remember)
  }, [])

  useEffect(() => {
    if (!last.current || last.current.element.isConnected || document.activeElement !== document.body) return
    const card = last.current.cardId && document.getElementById(last.current.cardId)
    const place = card || frame.current
    place?.focus({ preventScroll: true })
  })

  return frame
}
