import type { GeocodedAddress } from '@na-regua/contract/places'
import { MIN_MUNICIPALITY_QUERY } from '@na-regua/contract/text-limits'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { type Address, type Coordinates, getCurrentPosition } from '../../../lib/geolocation.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LoadingMessage } from '../../../ui/loading.tsx'
import { municipalitiesNamedQuery } from '../map/queries.ts'
import { placeNameQuery, roundPosition, useSearchPosition } from '../use-search-position.ts'
import { formatDegrees, isOtherPlace } from './queries.ts'

const MapView = lazy(async () => ({ default: (await import('../map/location-dialog.tsx')).MapView }))

type LocateButtonProps = { onLocate: (position: Coordinates) => void }

/** Fills the place and the position on the map from where the user is. */
export function LocateButton({ onLocate }: LocateButtonProps) {
  const [state, setState] = useState<{ isBusy: boolean; failure?: string }>({ isBusy: false })

  async function locate() {
    setState({ isBusy: true })
    try {
      onLocate(await getCurrentPosition())
      setState({ isBusy: false })
    } catch (error) {
      setState({ isBusy: false, failure: (error as Error).message })
    }
  }

  return (
    <div className="grid justify-items-start gap-1.5">
      <Button variant="outline" isBusy={state.isBusy} onClick={() => void locate()}>
        <Icon name="pin" className="size-4.5" />
        Usar minha localização
      </Button>
      <p role="status" className="text-sm text-mute">
        {state.failure
          ? `${state.failure}. Preencha o endereço e marque o ponto no mapa.`
          : 'Se você está na barbearia: preenche cidade, estado e o ponto no mapa.'}
      </p>
    </div>
  )
}

/** The map follows the chosen city until a position is picked or located, and a located position at any time. */
function useMapCenter({ latitude, longitude, city, state }: Address, located: Coordinates | undefined) {
  const { coordinates } = useSearchPosition()
  const isSet = latitude !== undefined && longitude !== undefined
  const [center, setCenter] = useState(isSet ? { latitude, longitude } : coordinates)
  const { data } = useQuery({
    ...municipalitiesNamedQuery(city),
    enabled: !isSet && city.length >= MIN_MUNICIPALITY_QUERY,
  })
  const municipality = data?.municipalities.find((found) => found.name === city && found.state === state)
  useEffect(() => {
    if (!municipality || isSet || located) return
    setCenter({ latitude: municipality.latitude, longitude: municipality.longitude })
  }, [municipality, isSet, located])
  useEffect(() => {
    if (located) setCenter(located)
  }, [located])
  return { center, isSet }
}

type PositionPickerProps = {
  value: Address
  /** The position of the device or of a suggestion, once the owner uses it, until they choose another city. */
  located: Coordinates | undefined
  /** Picked since the form was opened. */
  isPicked: boolean
  error?: string
  onPick: (position: Coordinates) => void
  onUsePlace: (place: GeocodedAddress) => void
}

/** The place of a position that was just picked or refused, if it is another one than that of the fields. */
function useOtherPlace(value: Address, isChecked: boolean) {
  const { latitude = 0, longitude = 0 } = value
  const { data } = useQuery({
    ...placeNameQuery(roundPosition({ latitude, longitude })),
    enabled: isChecked && value.latitude !== undefined,
    retry: false,
  })
  return data && isChecked && isOtherPlace(value, data) ? data : undefined
}

export function PositionPicker({ value, located, isPicked, error, onPick, onUsePlace }: PositionPickerProps) {
  const { latitude, longitude } = value
  const { center, isSet } = useMapCenter(value, located)
  const place = useOtherPlace(value, isPicked || error !== undefined)
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 text-sm font-semibold">Lugar no mapa</legend>
      {error ? (
        <p data-invalid tabIndex={-1} className="text-sm font-medium text-red outline-none">
          {error}
        </p>
      ) : (
        <p className="text-sm text-mute">Clique no mapa onde fica a porta da barbearia.</p>
      )}
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
      {place && <OtherPlace place={place} onUse={() => onUsePlace(place)} />}
    </fieldset>
  )
}

/** Position and city must agree when the barbershop is saved; near a border the owner knows better. */
function OtherPlace({ place: { city, state }, onUse }: { place: GeocodedAddress; onUse: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-brass-soft p-3.5 text-sm"
    >
      <p className="min-w-0 flex-1 basis-60 text-brass">
        No mapa, este ponto fica em {city} - {state}. Confira a cidade.
      </p>
      <Button variant="outline" className="text-sm!" onClick={onUse}>
        Usar {city} - {state}
      </Button>
    </div>
  )
}
