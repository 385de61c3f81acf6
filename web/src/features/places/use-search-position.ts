import { useSearchParams } from 'react-router'
import type { Coordinates } from '../../lib/geolocation.ts'
import { createStoredValue, useStoredValue } from '../../lib/use-stored-value.ts'
import { DEFAULT_POSITION, parsePosition, roundPosition } from './rules.ts'

/** A detected position is detected again on the next visit; a chosen one stays. */
type StoredPosition = Coordinates & { isDetected: boolean }

const storedPosition = createStoredValue({ key: 'place', parse: parseStoredPosition })

function parseStoredPosition(text: string): StoredPosition | undefined {
  const { latitude, longitude, isDetected } = JSON.parse(text) as Partial<StoredPosition>
  if (!(Math.abs(latitude as number) <= 90 && Math.abs(longitude as number) <= 180)) return undefined
  return { ...roundPosition({ latitude, longitude } as Coordinates), isDetected: isDetected === true }
}

export const storePosition = (position: StoredPosition) => void storedPosition.write(position)

/** Also right while React hydrates, when `useStoredPosition` is still undefined. */
export const getStoredPosition = storedPosition.getSnapshot

/** The last position of this browser's user; undefined on the server and for new users. */
export function useStoredPosition() {
  return useStoredValue(storedPosition)[0]
}

/** The position that distances are measured from: the URL's, else the stored one, else the default. */
export function useSearchPosition() {
  const [params] = useSearchParams()
  const stored = useStoredPosition()
  const shared = parsePosition(params)
  const { latitude, longitude } = shared ?? stored ?? DEFAULT_POSITION
  return { coordinates: { latitude, longitude }, shared, stored, isDefault: !shared && !stored }
}
