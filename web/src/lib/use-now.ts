import { useEffect, useState } from 'react'

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
