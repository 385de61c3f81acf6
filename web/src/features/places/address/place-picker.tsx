import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Address } from '../../../lib/address.ts'
import type { Coordinates } from '../../../lib/geolocation.ts'
import { useSite } from '../../../lib/site.ts'
import { Icon } from '../../../ui/icon.tsx'
import { LoadingMessage } from '../../../ui/spinner.tsx'
import { municipalitiesNamedQuery } from '../queries.ts'
import { usePlaceInUse } from '../use-place-in-use.ts'
import { formatDegrees } from './rules.ts'

const MapView = lazy(() => import('../map/map-view.tsx').then(({ MapView: component }) => ({ default: component })))

type PlacePickerProps = { value: Address; onPick: (place: Coordinates) => void }

/** Until a point is chosen the map follows the city; afterwards it stays where the point was put. */
function useCentre({ latitude, longitude, city, state }: Address) {
  const { coordinates } = usePlaceInUse()
  const isChosen = latitude !== undefined && longitude !== undefined
  const [centre, setCentre] = useState(isChosen ? { latitude, longitude } : coordinates)
  const { data } = useQuery({ ...municipalitiesNamedQuery(city), enabled: !isChosen && city.length >= 2 })
  const town = data?.municipalities.find((found) => found.name === city && found.state === state)
  useEffect(() => {
    if (town && !isChosen) setCentre({ latitude: town.latitude, longitude: town.longitude })
  }, [town, isChosen])
  return centre
}

/** The point at which customers arrive. */
export function PlacePicker({ value, onPick }: PlacePickerProps) {
  const { latitude, longitude } = value
  const centre = useCentre(value)
  const site = useSite()
  const [isSet] = useState(latitude !== undefined)
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 text-sm font-semibold">Lugar no mapa</legend>
      <p className="text-sm text-mute">Clique no mapa onde fica a porta da barbearia.</p>
      <Suspense fallback={<LoadingMessage>Carregando o mapa...</LoadingMessage>}>
        <MapView
          key={`${centre.latitude} ${centre.longitude}`}
          place={centre}
          dots={[]}
          tilesUrl={site?.tilesUrl ?? ''}
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
