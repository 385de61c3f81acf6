import type { GeocodedAddress } from '@na-regua/contract/places'
import { reverseGeocode } from '@na-regua/contract/reverse-geocode'
import { queryOptions } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../../lib/api.ts'
import { type Coordinates, getCurrentPosition } from '../../lib/geolocation.ts'
import { createStoredValue, useStoredValue } from '../../lib/use-stored-value.ts'
import { useUrlParams } from '../../lib/use-url-params.ts'

/** The center of São Paulo, used until the user's position is known. */
export const DEFAULT_POSITION: Coordinates = { latitude: -23.55052, longitude: -46.633308 }

/** About ten metres: exact enough for distances, and close users share cached responses. */
const DECIMALS = 4

function round(degrees: number) {
  return Number(degrees.toFixed(DECIMALS))
}

export function roundPosition({ latitude, longitude }: Coordinates): Coordinates {
  return { latitude: round(latitude), longitude: round(longitude) }
}

export const positionParameters: readonly string[] = ['lat', 'lon']

function parseDegrees(text: string | null, max: number) {
  const degrees = Number(text)
  return text?.trim() && Math.abs(degrees) <= max ? degrees : undefined
}

/** The position in a URL; undefined if it is missing or invalid. */
export function parsePosition(params: URLSearchParams): Coordinates | undefined {
  const latitude = parseDegrees(params.get('lat'), 90)
  const longitude = parseDegrees(params.get('lon'), 180)
  return latitude === undefined || longitude === undefined ? undefined : roundPosition({ latitude, longitude })
}

/** The URL parameters with this position; the others stay. */
export function formatPosition(params: URLSearchParams, { latitude, longitude }: Coordinates): URLSearchParams {
  const next = new URLSearchParams(params)
  next.set('lat', String(latitude))
  next.set('lon', String(longitude))
  return next
}

function isSamePosition(one: Coordinates | undefined, other: Coordinates | undefined) {
  return one?.latitude === other?.latitude && one?.longitude === other?.longitude
}

/** 'Setor Bueno, Goiânia - GO', without the country. */
export function describePlace({ formattedAddress, country }: GeocodedAddress) {
  return formattedAddress.replace(`, ${country}`, '')
}

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

type Detection = { status: 'idle' | 'detecting' } | { status: 'failed'; reason: string }

/** False also where the browser has no Permissions API: detection would then open a permission prompt. */
async function isGeolocationGranted() {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted'
  } catch {
    return false
  }
}

/** Whether another place than the last one has been searched meanwhile. */
function isReplaced(last: Coordinates | undefined) {
  const shared = parsePosition(new URLSearchParams(window.location.search))
  return !!shared && !isSamePosition(shared, last)
}

function useDetection(onDetected: (position: Coordinates) => void) {
  const [detection, setDetection] = useState<Detection>({ status: 'idle' })

  /** Returns the error text if the detection failed. What is detected while `isReplaced` becomes true is dropped. */
  async function detect(isReplaced?: () => boolean) {
    setDetection({ status: 'detecting' })
    try {
      const position = roundPosition(await getCurrentPosition())
      setDetection({ status: 'idle' })
      if (isReplaced?.()) return undefined
      storePosition({ ...position, isDetected: true })
      onDetected(position)
    } catch (error) {
      const reason = (error as Error).message
      setDetection({ status: 'failed', reason })
      return reason
    }
  }

  return { detection, detect, resetDetection: () => setDetection({ status: 'idle' }) }
}

/**
 * The position of the home page. It is in the URL, so that a view can be shared, and is stored for the next visit.
 * On load it is detected only if the user has granted the permission before.
 */
export function useHomePosition() {
  const [, changeUrl] = useUrlParams()
  const { coordinates, shared, stored, isDefault } = useSearchPosition()
  const { detection, detect, resetDetection } = useDetection(writeUrl)
  const hasLoaded = useRef(false)

  function writeUrl(position: Coordinates) {
    void changeUrl((current) => formatPosition(current, position))
  }

  function choose(chosen: Coordinates) {
    const position = roundPosition(chosen)
    storePosition({ ...position, isDetected: false })
    resetDetection()
    writeUrl(position)
  }

  useEffect(() => {
    if (hasLoaded.current) return
    hasLoaded.current = true
    const last = getStoredPosition()
    // A position that the user chose, or that another user shared, stays.
    if (shared ? last?.isDetected && isSamePosition(shared, last) : !last || last.isDetected)
      void isGeolocationGranted().then(async (isGranted) => void (isGranted && (await detect(() => isReplaced(last)))))
  })

  useEffect(() => {
    if (!shared && stored) writeUrl(stored)
  })

  const isDetected = stored?.isDetected && isSamePosition(coordinates, stored)
  return { coordinates, isDefault, isDetected, detection, choose, detect }
}

export type HomePosition = ReturnType<typeof useHomePosition>

/** The name of the place at a position. It does not change during a visit. */
export const placeNameQuery = ({ latitude, longitude }: Coordinates) =>
  queryOptions({
    queryKey: ['place-name', latitude, longitude],
    queryFn: ({ signal }) => api(reverseGeocode, { query: { lat: latitude, lon: longitude }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
