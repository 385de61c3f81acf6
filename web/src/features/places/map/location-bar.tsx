import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ComponentProps, Suspense, useEffect, useRef, useState } from 'react'
import { type Coordinates, getCurrentPosition } from '../../../lib/geolocation.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { useUrlParams } from '../../../lib/use-url-params.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Spinner } from '../../../ui/loading.tsx'
import { MissingDialog, showToast } from '../../../ui/toast.tsx'
import {
  type Detection,
  describePlace,
  formatPosition,
  getStoredPosition,
  isSamePosition,
  parsePosition,
  placeNameQuery,
  roundPosition,
  type SearchCenter,
  storePosition,
  useSearchPosition,
} from '../use-search-position.ts'

const LocationDialog = lazyPart(
  () => import('./location-dialog.tsx').then((module) => module.LocationDialog),
  MissingDialog,
)

type LocationBarProps = { position: SearchCenter; onChange: () => void }

const linkClass =
  'inline-flex min-h-11 shrink-0 items-center font-semibold whitespace-nowrap underline underline-offset-4 hover:no-underline focus-visible:outline-white max-md:-my-1.5'

/** Shown until the place name is loaded, and for positions without a name. */
function describeUnnamed({ isDefault, isDetected }: SearchCenter) {
  if (isDefault) return 'Localização padrão'
  return isDetected ? 'Sua localização' : 'Local escolhido no mapa'
}

function LocationText({ position }: { position: SearchCenter }) {
  const { coordinates, name, isDefault, detection } = position
  const { data } = useQuery(placeNameQuery(coordinates))
  if (detection.status === 'detecting') return 'Detectando sua localização...'
  if (detection.status === 'failed' && isDefault) return 'Erro ao detectar localização - Usando localização padrão'
  return name ?? (data ? describePlace(data) : describeUnnamed(position))
}

/** The position that is searched around, with buttons to change it, on one line of a phone. Designed for the dark hero. */
export function LocationBar({ position, onChange }: LocationBarProps) {
  const { detection, isDefault, detect } = position
  const hasFailed = detection.status === 'failed' && isDefault

  async function handleDetect() {
    const reason = await detect()
    if (reason) showToast({ tone: 'error', title: reason })
  }

  return (
    <div className="flex items-center gap-x-2.5 text-sm text-white md:inline-flex md:max-w-full md:flex-wrap md:gap-x-3 md:rounded-[1.375rem] md:bg-[#0a1322]/80 md:pr-4 md:pl-3">
      <div className="flex min-w-0 gap-1.5 py-1.5 md:gap-2 md:py-2.5">
        {detection.status === 'detecting' ? (
          <Spinner className="size-5 p-px" />
        ) : (
          <Icon name={hasFailed ? 'warning' : 'pin'} className="size-5 p-px" />
        )}
        <p role="status" className="min-w-0 max-md:truncate">
          <LocationText position={position} />
        </p>
      </div>
      <button type="button" className={linkClass} onClick={onChange}>
        Alterar localização
      </button>
      {isDefault && detection.status === 'idle' && (
        <button
          type="button"
          className={clsx(linkClass, 'max-md:-mr-3 max-md:ml-auto max-md:min-w-11 max-md:justify-center')}
          onClick={() => void handleDetect()}
        >
          <Icon name="locate" className="size-5 md:hidden" />
          <span className="max-md:sr-only">Usar minha localização</span>
        </button>
      )}
    </div>
  )
}

/** Loads the dialog and its map when it is first opened, and keeps it mounted from then on. */
export function LazyLocationDialog(props: ComponentProps<typeof LocationDialog>) {
  const [wasOpened, setOpened] = useState(false)
  if (props.isOpen && !wasOpened) setOpened(true)
  if (!wasOpened) return null
  return (
    <Suspense>
      <LocationDialog {...props} />
    </Suspense>
  )
}

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
export function useHomePosition(): SearchCenter {
  const [, changeUrl] = useUrlParams()
  const { coordinates, shared, stored, isDefault } = useSearchPosition()
  const { detection, detect, resetDetection } = useDetection(writeUrl)
  const hasLoaded = useRef(false)

  function writeUrl(position: Coordinates) {
    void changeUrl((current) => formatPosition(current, position))
  }

  function choose(chosen: Coordinates, name?: string) {
    const position = roundPosition(chosen)
    storePosition({ ...position, isDetected: false, name })
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

  const current = stored && isSamePosition(coordinates, stored) ? stored : undefined
  return {
    coordinates,
    name: current?.name,
    isDefault,
    isDetected: current?.isDetected === true,
    detection,
    choose,
    detect,
  }
}
