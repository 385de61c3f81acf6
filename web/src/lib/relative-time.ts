import { type MouseEvent, useEffect, useState } from 'react'
import { formatCount, formatDate } from './format.ts'

/** Time since an instant, as in the specification: minutes, hours, days, and from a week on the date. */
export function formatRelativeTime(instant: string | Date, now: Date, timeZone: string) {
  const minutes = Math.max(0, Math.floor((now.getTime() - new Date(instant).getTime()) / 60_000))
  if (minutes === 0) return 'agora mesmo'
  if (minutes < 60) return `${formatCount(minutes, 'minuto', 'minutos')} atrás`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${formatCount(hours, 'hora', 'horas')} atrás`
  const days = Math.floor(hours / 24)
  if (days === 1) return '1 dia atrás'
  return days < 7 ? `${days} dias atrás` : formatDate(instant, timeZone)
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

const SETTLING_MS = 500

/**
 * Properties of what contains buttons that a tap replaces by others. For half a second after `actions` has changed they do nothing: the
 * second tap of a double tap was meant for the button before. Undefined afterwards.
 */
export function useSettling(actions: string) {
  const [settled, setSettled] = useState(actions)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(actions), SETTLING_MS)
    return () => clearTimeout(timer)
  }, [actions])
  if (settled === actions) return undefined
  // A user of the keyboard has moved the focus first.
  const stop = (event: MouseEvent) => event.detail > 0 && event.stopPropagation()
  return { 'aria-disabled': true, onClickCapture: stop }
}
