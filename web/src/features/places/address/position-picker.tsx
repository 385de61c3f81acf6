import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Address, Coordinates } from '../../../lib/geolocation.ts'
import { Icon } from '../../../ui/icon.tsx'
import { LoadingMessage } from '../../../ui/loading.tsx'
import { municipalitiesNamedQuery } from '../queries.ts'
import { useSearchPosition } from '../use-search-position.ts'
import { formatDegrees } from './rules.ts'

const MapView = lazy(async () => ({ default: (await import('../map/map-view.tsx')).MapView }))

type PositionPickerProps = { value: Address; onPick: (position: Coordinates) => void }

/** The map follows the chosen city until a position is picked. */
function useMapCenter({ latitude, longitude, city, state }: Address) {
  const { coordinates } = useSearchPosition()
  const isPicked = latitude !== undefined && longitude !== undefined
  const [center, setCenter] = useState(isPicked ? { latitude, longitude } : coordinates)
  const { data } = useQuery({ ...municipalitiesNamedQuery(city), enabled: !isPicked && city.length >= 2 })
  const municipality = data?.municipalities.find((found) => found.name === city && found.state === state)
  useEffect(() => {
    if (municipality && !isPicked) setCenter({ latitude: municipality.latitude, longitude: municipality.longitude })
  }, [municipality, isPicked])
  return center
}

export function PositionPicker({ value, onPick }: PositionPickerProps) {
  const { latitude, longitude } = value
  const center = useMapCenter(value)
  const [isSet] = useState(latitude !== undefined)
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 text-sm font-semibold">Lugar no mapa</legend>
      <p className="text-sm text-mute">Clique no mapa onde fica a porta da barbearia.</p>
      <Suspense fallback={<LoadingMessage>Carregando o mapa...</LoadingMessage>}>
        <MapView
          key={`${center.latitude} ${center.longitude}`}
          position={center}
          dots={[]}
          pin={{ isSet }}
          onPick={onPick}
        />
      </Suspense>
      <p role="status" className="flex items-start gap-2 text-sm tabular-nums">
        {latitude !== undefined && longitude !== undefined ? (
          <>
            <Icon name="pin" className="size-4.5 text-red" />
            <span>
              <span className="inline-block pr-4">Latitude {formatDegrees(latitude)}</span>
              <span className="inline-block">Longitude {formatDegrees(longitude)}</span>
            </span>
          </>
        ) : (
          <span className="text-mute">Nenhum ponto escolhido ainda.</span>
        )}
      </p>
    </fieldset>
  )
}
