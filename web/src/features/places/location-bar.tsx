import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ComponentProps, Suspense, useState } from 'react'
import { lazyPart } from '../../lib/after-paint.ts'
import { Icon } from '../../ui/icon.tsx'
import { Spinner } from '../../ui/loading.tsx'
import { MissingDialog } from '../../ui/toast.tsx'
import { describePlace, type HomePosition, placeNameQuery } from './use-search-position.ts'

const LocationDialog = lazyPart(
  () => import('./map/location-dialog.tsx').then((module) => module.LocationDialog),
  MissingDialog,
)

type LocationBarProps = { position: HomePosition; onChange: () => void }

const linkClass =
  'inline-flex min-h-11 shrink-0 items-center font-semibold whitespace-nowrap underline underline-offset-4 hover:no-underline focus-visible:outline-white max-md:-my-1.5'

/** Shown until the place name is loaded, and for positions without a name. */
function describeUnnamed({ isDefault, isDetected }: HomePosition) {
  if (isDefault) return 'Localização padrão'
  return isDetected ? 'Sua localização' : 'Local escolhido no mapa'
}

function LocationText({ position }: { position: HomePosition }) {
  const { coordinates, isDefault, detection } = position
  const { data } = useQuery(placeNameQuery(coordinates))
  if (detection.status === 'detecting') return 'Detectando sua localização...'
  if (detection.status === 'failed' && isDefault) {
    return (
      <>
        Erro ao detectar localização - Usando localização padrão
        <span className="block text-white/75">
          {detection.reason}
          {data && ` · ${describePlace(data)}`}
        </span>
      </>
    )
  }
  return data ? describePlace(data) : describeUnnamed(position)
}

/** The position that is searched around, with buttons to change it, on one line of a phone. Designed for the dark hero. */
export function LocationBar({ position, onChange }: LocationBarProps) {
  const { detection, isDefault, detect } = position
  const hasFailed = detection.status === 'failed' && isDefault
  const detectLabel = hasFailed ? 'Tentar novamente' : 'Usar minha localização'
  return (
    <div className="flex items-center gap-x-2.5 text-sm text-white md:inline-flex md:max-w-full md:flex-wrap md:gap-x-3 md:rounded-[1.375rem] md:bg-[#0a1322]/80 md:pr-4 md:pl-3">
      <div className="flex min-w-0 gap-1.5 py-1.5 md:gap-2 md:py-2.5">
        {detection.status === 'detecting' ? (
          <Spinner className="size-5 p-px" />
        ) : (
          <Icon name={hasFailed ? 'warning' : 'pin'} className="size-5 p-px" />
        )}
        <p role="status" className={clsx('min-w-0', !hasFailed && 'max-md:truncate')}>
          <LocationText position={position} />
        </p>
      </div>
      <button type="button" className={linkClass} onClick={onChange}>
        Alterar localização
      </button>
      {isDefault && detection.status !== 'detecting' && (
        <button
          type="button"
          className={clsx(linkClass, 'max-md:-mr-3 max-md:ml-auto max-md:min-w-11 max-md:justify-center')}
          onClick={() => void detect()}
        >
          <Icon name="locate" className="size-5 md:hidden" />
          <span className="max-md:sr-only">{detectLabel}</span>
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
