import { useEffect, useState } from 'react'

const MINUTE = 60_000

/** The time, told anew at each full minute and when the page is looked at again. */
export function useNow() {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const tick = () => setNow(new Date())
    let timer: ReturnType<typeof setTimeout>
    function wait() {
      timer = setTimeout(
        () => {
          tick()
          wait()
        },
        MINUTE - (Date.now() % MINUTE),
      )
    }
    wait()
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [])
  return now
}
