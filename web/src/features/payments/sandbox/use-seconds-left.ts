import { PIX_MINUTES } from '@na-regua/contract/payments'
import { useEffect, useState } from 'react'

/** Seconds until a Pix can no longer be paid, counted while somebody looks; undefined until its end is known. */
export function useSecondsLeft(until: string | undefined) {
  const [now, setNow] = useState(Date.now)
  // Never more than a Pix lives, whatever this device's clock says.
  const left = until && Math.min(Math.ceil((Date.parse(until) - now) / 1000), PIX_MINUTES * 60)
  const seconds = typeof left === 'number' ? Math.max(0, left) : undefined
  const isCounting = seconds !== undefined && seconds > 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: another end begins another count.
  useEffect(() => setNow(Date.now()), [until])

  useEffect(() => {
    if (!isCounting) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [isCounting])

  return seconds
}
