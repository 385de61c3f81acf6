import { useEffect, useState, useSyncExternalStore } from 'react'
import { deviceTimeZone, toLocalTime } from './local-time.ts'

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

const toMinute = (time: number) => Math.floor(time / MINUTE)

/** When the server rendered the page. Undefined from the next minute on. */
function readRenderTime() {
  const { at } = document.documentElement.dataset
  return at !== undefined && toMinute(+at) === toMinute(Date.now()) ? at : undefined
}

/**
 * The current time; while a page of the server is hydrated, when it was rendered: texts that depend on it must be the same, also
 * after midnight, and on a page that was stored days ago. Within the same minute they are the same, and are not rendered again.
 */
export function useRenderTime() {
  const renderedAt = useSyncExternalStore(subscribe, readRenderTime, () =>
    typeof document === 'undefined' ? undefined : document.documentElement.dataset.at,
  )
  return renderedAt ? new Date(+renderedAt) : new Date()
}

const toToday = (timeZone: string) => toLocalTime(new Date(), timeZone).date

/** The date of the device; in the HTML of the server, which does not know it, that of Brasília. */
export function useToday() {
  return useSyncExternalStore(
    subscribe,
    () => toToday(deviceTimeZone()),
    () => toToday('America/Sao_Paulo'),
  )
}
