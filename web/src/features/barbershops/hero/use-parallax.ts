import { type RefObject, useEffect } from 'react'
import { useReducedMotion } from '../../../ui/use-reduced-motion.ts'

/** Share of the scrolled way that the background stays behind. */
const DEPTH = 0.18

/** Moves an element more slowly than the page, by transform alone, and only while it is in view. */
export function useParallax(layer: RefObject<HTMLElement | null>) {
  const isResting = useReducedMotion()
  useEffect(() => {
    const element = layer.current
    if (!element || isResting) return
    let frame = 0

    function draw() {
      frame = 0
      if (element) element.style.transform = `translate3d(0, ${Math.round(window.scrollY * DEPTH)}px, 0)`
    }

    function follow() {
      if (!frame) frame = requestAnimationFrame(draw)
    }

    const sight = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) window.addEventListener('scroll', follow, { passive: true })
      else window.removeEventListener('scroll', follow)
    })
    sight.observe(element.parentElement ?? element)
    return () => {
      sight.disconnect()
      window.removeEventListener('scroll', follow)
      cancelAnimationFrame(frame)
      element.style.transform = ''
    }
  }, [layer, isResting])
}
