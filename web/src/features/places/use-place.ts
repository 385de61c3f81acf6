import { useEffect, useRef, useState } from 'react'
import { type Coordinates, getCurrentPosition } from '../../lib/geolocation.ts'
import { useAddress } from '../../lib/use-address.ts'
import { isSamePlace, roundPlace, writePlace } from './rules.ts'
import { usePlaceInUse } from './use-place-in-use.ts'
import { rememberPlace } from './use-remembered-place.ts'

type Detection = { status: 'idle' | 'detecting' } | { status: 'failed'; reason: string }

/** Where the browser cannot tell, it would ask: then only the visitor starts it. */
async function mayLocate() {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted'
  } catch {
    return false
  }
}

/** Finds the visitor; `onFound` hears of the place once it is remembered. */
function useDetection(onFound: (place: Coordinates) => void) {
  const [detection, setDetection] = useState<Detection>({ status: 'idle' })

  /** Answers the text of what went wrong, or nothing. */
  async function detect() {
    setDetection({ status: 'detecting' })
    try {
      const place = roundPlace(await getCurrentPosition())
      rememberPlace({ ...place, isDetected: true })
      setDetection({ status: 'idle' })
      onFound(place)
    } catch (error) {
      const reason = (error as Error).message
      setDetection({ status: 'failed', reason })
      return reason
    }
  }

  return { detection, detect, forgetDetection: () => setDetection({ status: 'idle' }) }
}

/**
 * The place of the home page. It stands in the address, so that a view can be shared, and is remembered between visits.
 * It is detected on arrival only where the visitor has allowed that before.
 */
export function usePlace() {
  const [, changeAddress] = useAddress()
  const { coordinates, shared, remembered, isDefault } = usePlaceInUse()
  const { detection, detect, forgetDetection } = useDetection(show)
  const hasArrived = useRef(false)

  function show(place: Coordinates) {
    void changeAddress((current) => writePlace(current, place))
  }

  function choose(chosen: Coordinates) {
    const place = roundPlace(chosen)
    rememberPlace({ ...place, isDetected: false })
    forgetDetection()
    show(place)
  }

  const isFollowing = isDefault || (remembered?.isDetected && (!shared || isSamePlace(shared, remembered)))
  useEffect(() => {
    if (hasArrived.current) return
    hasArrived.current = true
    if (isFollowing) void mayLocate().then(async (isAllowed) => void (isAllowed && (await detect())))
  })

  useEffect(() => {
    if (!shared && remembered) show(remembered)
  })

  const isDetected = remembered?.isDetected && isSamePlace(coordinates, remembered)
  return { coordinates, isDefault, isDetected, detection, choose, detect }
}

export type PlaceInUse = ReturnType<typeof usePlace>
