import { type RefObject, useEffect, useRef, useState } from 'react'

/** The visible item of a horizontally scrolling strip whose items are as wide as the strip. It stays visible when the strip is resized. */
export function useSnapIndex(count: number, first = 0) {
  const strip = useRef<HTMLUListElement>(null)
  const [index, setIndex] = useState(first)
  const shown = useRef(first)
  const target = useScrollTarget(strip, shown)

  useEffect(() => {
    const list = strip.current
    if (!list) return
    // Also the first size: a strip in a dialog has none until the dialog is open.
    const observer = new ResizeObserver(() => scrollToItem(list, shown.current))
    observer.observe(list)
    return () => observer.disconnect()
  }, [])

  function handleScroll() {
    const { scrollLeft = 0, clientWidth = 1 } = strip.current ?? {}
    shown.current = Math.min(count - 1, Math.max(0, Math.round(scrollLeft / clientWidth)))
    setIndex(shown.current)
  }

  function goTo(item: number) {
    const clamped = Math.min(count - 1, Math.max(0, item))
    if (!strip.current || clamped === shown.current) return
    target.current = clamped
    const behavior = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
    scrollToItem(strip.current, clamped, behavior)
  }

  return { strip, index, handleScroll, goTo }
}

function scrollToItem(list: HTMLElement, item: number, behavior: ScrollBehavior = 'instant') {
  list.scrollTo({ left: item * list.clientWidth, behavior })
}

/** Where a key or a button leads. A swipe that was still coming to rest may override its scrolling: the strip goes there afterwards. */
function useScrollTarget(strip: RefObject<HTMLElement | null>, shown: RefObject<number>) {
  const target = useRef<number>(undefined)
  useEffect(() => {
    const list = strip.current
    if (!list) return
    const forget = () => {
      target.current = undefined
    }
    const arrive = () => {
      if (target.current !== undefined && target.current !== shown.current) scrollToItem(list, target.current)
      forget()
    }
    list.addEventListener('scrollend', arrive)
    list.addEventListener('pointerdown', forget)
    list.addEventListener('wheel', forget, { passive: true })
    return () => {
      list.removeEventListener('scrollend', arrive)
      list.removeEventListener('pointerdown', forget)
      list.removeEventListener('wheel', forget)
    }
  }, [strip, shown])
  return target
}
