import { useRef, useState } from 'react'

/** Which item of a sideways scrolling strip is in view, and the way to another. Items are as wide as the strip. */
export function useSnapIndex(count: number) {
  const strip = useRef<HTMLUListElement>(null)
  const [index, setIndex] = useState(0)

  function handleScroll() {
    const { scrollLeft = 0, clientWidth = 1 } = strip.current ?? {}
    setIndex(Math.min(count - 1, Math.max(0, Math.round(scrollLeft / clientWidth))))
  }

  function goTo(target: number) {
    const list = strip.current
    const wished = Math.min(count - 1, Math.max(0, target))
    const behavior = window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
    list?.scrollTo({ left: wished * list.clientWidth, behavior })
  }

  return { strip, index, handleScroll, goTo }
}
