import { useEffect, useRef, useState } from 'react'
import { type Coordinates, getCurrentPosition } from '../../lib/geolocation.ts'
import { useUrlParams } from '../../lib/use-url-params.ts'
import { formatPosition, isSamePosition, parsePosition, roundPosition } from './rules.ts'
import { getStoredPosition, storePosition, useSearchPosition } from './use-search-position.ts'

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
