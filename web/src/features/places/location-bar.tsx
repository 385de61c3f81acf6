import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Spinner } from '../../ui/loading.tsx'
import { placeNameQuery } from './queries.ts'
import { describePlace } from './rules.ts'
import type { HomePosition } from './use-home-position.ts'

const LocationDialog = lazy(async () => ({ default: (await import('./map/location-dialog.tsx')).LocationDialog }))

type LocationBarProps = { position: HomePosition; onChange: () => void }

const linkClass = 'inline-flex min-h-11 items-center font-semibold underline underline-offset-4 hover:no-underline'

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

/** The position that is searched around, with buttons to change it. Designed for the dark hero. */
export function LocationBar({ position, onChange }: LocationBarProps) {
  const { detection, isDefault, detect } = position
  const hasFailed = detection.status === 'failed' && isDefault
  return (
    <div className="inline-flex max-w-full flex-wrap items-center gap-x-3 rounded-[1.375rem] bg-[#0a1322]/80 pr-4 pl-3 text-sm text-white">
      <div className="flex min-w-0 gap-2 py-2.5">
        {detection.status === 'detecting' ? (
          <Spinner className="size-5 p-px" />
        ) : (
          <Icon name={hasFailed ? 'warning' : 'pin'} className="size-5 p-px" />
        )}
        <p role="status" className="min-w-0">
          <LocationText position={position} />
        </p>
      </div>
      <button type="button" className={linkClass} onClick={onChange}>
        Alterar localização
      </button>
      {isDefault && detection.status !== 'detecting' && (
        <button type="button" className={linkClass} onClick={() => void detect()}>
          {hasFailed ? 'Tentar novamente' : 'Usar minha localização'}
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
