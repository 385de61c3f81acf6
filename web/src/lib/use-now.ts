import { useEffect, useState, useSyncExternalStore } from 'react'

const MINUTE = 60_000

/** The current time, updated at each full minute and when the page becomes visible again. */
export function useNow() {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const update = () => setNow(new Date())
    let timer: ReturnType<typeof setTimeout>
    function schedule() {
      timer = setTimeout(
        () => {
          update()
          schedule()
        },
        MINUTE - (Date.now() % MINUTE),
      )
    }
    schedule()
    document.addEventListener('visibilitychange', update)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', update)
    }
  }, [])
  return now
}

const subscribe = () => () => undefined

/**
 * The current time; while a page of the server is hydrated, when it was rendered: texts that depend on it must be the same, also
 * after midnight, and on a page that was stored days ago.
 */
export function useRenderTime() {
  const renderedAt = useSyncExternalStore(
    subscribe,
    () => undefined,
    () => (typeof document === 'undefined' ? undefined : document.documentElement.dataset.at),
  )
  return renderedAt ? new Date(+renderedAt) : new Date()
}

/** Whole seconds until an instant, between 0 and `maxSeconds`, whatever this device's clock says. */
export function secondsUntil(until: string | undefined, now: number, maxSeconds: number) {
  if (!until) return 0
  const seconds = Math.ceil((Date.parse(until) - now) / 1000)
  return Math.min(Math.max(seconds, 0), maxSeconds)
}

/** The seconds left until an instant; 0 without one. */
export function useCountdown(until: string | undefined, maxSeconds: number) {
  const [now, setNow] = useState(Date.now)
  const seconds = secondsUntil(until, now, maxSeconds)
  const isOver = seconds === 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: another instant starts another countdown.
  useEffect(() => setNow(Date.now()), [until])

  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [isOver])

  return seconds
}
