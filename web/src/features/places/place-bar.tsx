import { useQuery } from '@tanstack/react-query'
import { Icon } from '../../ui/icon.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { placeNameQuery } from './queries.ts'
import { describePlace } from './rules.ts'
import type { PlaceInUse } from './use-place.ts'

type PlaceBarProps = { place: PlaceInUse; onChange: () => void }

const linkClass = 'inline-flex min-h-11 items-center font-semibold underline underline-offset-4 hover:no-underline'

/** Until the place's name comes, and where it has none. */
function describeNameless({ isDefault, isDetected }: PlaceInUse) {
  if (isDefault) return 'Localização padrão'
  return isDetected ? 'Sua localização' : 'Local escolhido no mapa'
}

function Words({ place }: { place: PlaceInUse }) {
  const { coordinates, isDefault, detection } = place
  const { data } = useQuery(placeNameQuery(coordinates))
  if (detection.status === 'detecting') return 'Detectando sua localização...'
  if (detection.status === 'failed' && isDefault) {
    return (
      <>
        Erro ao detectar localização - Usando localização padrão
        <span className="block text-white/75">{detection.reason}</span>
      </>
    )
  }
  return data ? describePlace(data) : describeNameless(place)
}

/** On the dark of the hero: where we are looking, and the way to look elsewhere. */
export function PlaceBar({ place, onChange }: PlaceBarProps) {
  const { detection, isDefault, detect } = place
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
          <Words place={place} />
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
