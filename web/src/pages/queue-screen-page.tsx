import { matchesPattern, QUEUE_KEY_PATTERN } from '@na-regua/contract/text-limits'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { MetaArgs } from 'react-router'
import { enableSound, isSoundOn, useWakeLock } from '../features/queue/called-entry.tsx'
import { getClockOffset } from '../features/queue/rules.ts'
import { screenQuery } from '../features/queue/screen-queue.tsx'
import { InvalidScreen, ScreenView } from '../features/queue/screen-view.tsx'
import { deviceTimeZone, toLocalTime } from '../lib/local-time.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { createStoredValue } from '../lib/use-stored-value.ts'
import { useUrlHash } from '../lib/use-url-hash.ts'

const MINUTE = 60_000
const NIGHT_HOUR = '03'
/** A page that was opened at night is not reloaded in the same night. */
const MIN_AGE_MS = 2 * 60 * MINUTE
const BUILD_CHECK_MS = 30 * MINUTE

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, { title: 'Painel da fila' })
}

/** For a TV or tablet in the barbershop, which works for days untouched. The key is in the hash: it never reaches a server log. */
export default function QueueScreenPage() {
  const hash = useUrlHash()
  const isKey = hash !== undefined && matchesPattern(QUEUE_KEY_PATTERN, hash)
  const query = useQuery({ ...screenQuery(hash ?? ''), enabled: isKey })
  useWakeLock(true)
  useSelfReload({ timeZone: query.data?.timeZone ?? deviceTimeZone(), clockOffsetMs: getClockOffset(query) })
  return hash === undefined || isKey ? <ScreenView query={query} /> : <InvalidScreen />
}

/** HTML of another build loads other scripts. */
function isOtherBuild(html: string): boolean {
  const manifest = (window as { __reactRouterManifest?: { url?: string } }).__reactRouterManifest
  return manifest?.url !== undefined && !html.includes(`"${manifest.url}"`)
}

/** Whether the page had sound before it reloaded itself. Where the browser demands a touch again, the page says so. */
const soundBefore = createStoredValue({ key: 'queueScreenSound', storage: 'session', parse: (text) => text === 'true' })

/** Unless the server cannot be reached: a reload would then show less than what is there. */
async function reloadIf(isDue: (html: string) => boolean) {
  const response = await fetch(window.location.pathname, { cache: 'no-store' }).catch(() => undefined)
  const html = response?.ok ? await response.text().catch(() => undefined) : undefined
  if (html === undefined || !isDue(html)) return
  soundBefore.write(isSoundOn() || undefined)
  window.location.reload()
}

type LocalClock = {
  /** The barbershop's: that of a television is often wrong. */
  timeZone: string
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  clockOffsetMs: number
}

/**
 * Reloads the page once a night, and for a new build: what a browser leaks in days never adds up. Not all screens at once, and not at
 * night while the sound is on, which browsers may demand a touch for.
 */
function useSelfReload(clock: LocalClock) {
  const current = useRef(clock)
  useEffect(() => {
    current.current = clock
  })
  useEffect(() => {
    if (soundBefore.take()) enableSound()
    const startedAt = performance.now()
    const minute = String(Math.floor(Math.random() * 50)).padStart(2, '0')
    function handleMinute() {
      const { timeZone, clockOffsetMs } = current.current
      const [hour, minutes = ''] = toLocalTime(new Date(Date.now() + clockOffsetMs), timeZone).time.split(':')
      const isOld = performance.now() - startedAt > MIN_AGE_MS
      if (isOld && !isSoundOn() && hour === NIGHT_HOUR && minutes >= minute) void reloadIf(() => true)
    }
    const night = setInterval(handleMinute, MINUTE)
    const build = setInterval(() => void reloadIf(isOtherBuild), BUILD_CHECK_MS * (0.8 + 0.4 * Math.random()))
    return () => {
      clearInterval(night)
      clearInterval(build)
    }
  }, [])
}
