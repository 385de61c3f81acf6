import { useEffect, useState } from 'react'
import { secondsUntil } from '../rules.ts'

/** Seconds left until an instant, counted down while somebody looks. */
export function useCountdown(until: string | undefined) {
  const [now, setNow] = useState(Date.now)
  const seconds = secondsUntil(until, now)
  const isOver = seconds === 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: another instant begins another count.
  useEffect(() => setNow(Date.now()), [until])

  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [isOver])

  return seconds
}
