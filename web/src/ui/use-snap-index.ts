import { useEffect, useRef, useState } from 'react'

/** The visible item of a horizontally scrolling strip whose items are as wide as the strip. It stays visible when the strip is resized. */
export function useSnapIndex(count: number, first = 0) {
  const strip = useRef<HTMLUListElement>(null)
  const [index, setIndex] = useState(first)
  const shown = useRef(first)

  useEffect(() => {
    const list = strip.current
    if (!list) return
    // Also the first size: a strip in a dialog has none until the dialog is open.
    const observer = new ResizeObserver(() =>
      list.scrollTo({ left: shown.current * list.clientWidth, behavior: 'instant' }),
    )
    observer.observe(list)
    return () => observer.disconnect()
  }, [])

  function handleScroll() {
    const { scrollLeft = 0, clientWidth = 1 } = strip.current ?? {}
    shown.current = Math.min(count - 1, Math.max(0, Math.round(scrollLeft / clientWidth)))
    setIndex(shown.current)
  }

  function goTo(target: number) {
    const list = strip.current
    const clamped = Math.min(count - 1, Math.max(0, target))
    const behavior = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
    list?.scrollTo({ left: clamped * list.clientWidth, behavior })
  }

  return { strip, index, handleScroll, goTo }
}
