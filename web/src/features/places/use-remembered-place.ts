import { useSyncExternalStore } from 'react'
import type { Coordinates } from '../../lib/geolocation.ts'
import { roundPlace } from './rules.ts'

/** A detected place may be looked for again on the next visit; a chosen one is kept. */
export type RememberedPlace = Coordinates & { isDetected: boolean }

const KEY = 'place'
const listeners = new Set<() => void>()
let remembered: RememberedPlace | undefined
let wasRead = false

function parse(text: string | null): RememberedPlace | undefined {
  const { latitude, longitude, isDetected } = JSON.parse(text ?? '{}') as Partial<RememberedPlace>
  if (!(Math.abs(latitude as number) <= 90 && Math.abs(longitude as number) <= 180)) return undefined
  return { ...roundPlace({ latitude, longitude } as Coordinates), isDetected: isDetected === true }
}

function read() {
  if (wasRead) return remembered
  wasRead = true
  try {
    remembered = parse(localStorage.getItem(KEY))
  } catch {
    // Blocked storage, or what another program wrote: no place is known.
  }
  return remembered
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function rememberPlace(place: RememberedPlace) {
  remembered = place
  wasRead = true
  try {
    localStorage.setItem(KEY, JSON.stringify(place))
  } catch {
    // The place then lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

/** Where this browser's visitor was last; undefined on the server and for newcomers. */
export function useRememberedPlace() {
  return useSyncExternalStore(subscribe, read, () => undefined)
}
