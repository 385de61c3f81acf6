import { useEffect, useState } from 'react'
import { useReducedMotion } from '../../../ui/use-reduced-motion.ts'

const STEP_MS = 5_000

/** Goes round `count` pictures, one each five seconds, while the page is looked at and nobody asked for rest. */
export function useRotation(count: number) {
  const [index, setIndex] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const isResting = useReducedMotion()

  useEffect(() => {
    if (isPaused || isResting) return
    const timer = setInterval(() => {
      if (!document.hidden) setIndex((current) => (current + 1) % count)
    }, STEP_MS)
    return () => clearInterval(timer)
  }, [count, isPaused, isResting])

  return { index, isPaused, isResting, togglePause: () => setPaused(!isPaused) }
}
