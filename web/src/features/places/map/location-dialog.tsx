import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Coordinates } from '../../../lib/geolocation.ts'
import { createMap, type MapDot } from '../../../lib/map/draw-map.ts'
import { useSite } from '../../../lib/site.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { PlaceField } from '../place-field/place-field.tsx'
import { describePlace, placeNameQuery, type SearchCenter } from '../use-search-position.ts'
import { municipalitiesInViewQuery } from './queries.ts'

type LocationDialogProps = {
  isOpen: boolean
  onClose: () => void
  position: SearchCenter
  /** Nearby barbershops. */
  dots: readonly MapDot[]
}

/** A picked position closes the dialog; a failed detection keeps it open and shows the reason. */
function usePositionPick(position: SearchCenter, onClose: () => void) {
  const [failure, setFailure] = useState<string>()

  function finish() {
    showToast({ tone: 'success', title: 'Localização atualizada com sucesso!' })
    setFailure(undefined)
    onClose()
  }

  function pick({ latitude, longitude }: Coordinates, name?: string) {
    position.choose({ latitude, longitude }, name)
    finish()
  }

  async function detect() {
    const reason = await position.detect()
    if (reason) setFailure(reason)
    else finish()
  }

  return { failure, pick, detect }
}

export function LocationDialog({ isOpen, onClose, position, dots }: LocationDialogProps) {
  const { failure, pick, detect } = usePositionPick(position, onClose)
  const { data: place } = useQuery(placeNameQuery(position.coordinates))
  const cancel = (
    <Button variant="outline" onClick={onClose}>
      Cancelar
    </Button>
  )
  return (
    <Dialog title="Selecione sua localização" width="medium" isOpen={isOpen} onClose={onClose} footer={cancel}>
      <div className="grid gap-4">
        {place && (
          <p className="text-mute">
            Agora: <strong className="font-semibold text-ink">{position.name ?? describePlace(place)}</strong>
          </p>
        )}
        <PlaceField
          isFocused
          label="Onde você quer cortar?"
          value={position.name}
          position={position.coordinates}
          onPick={pick}
        />
        <div>
          <Button variant="outline" isWide isBusy={position.detection.status === 'detecting'} onClick={detect}>
            {position.detection.status !== 'detecting' && <Icon name="pin" />}
            Usar minha localização
          </Button>
          {failure && (
            <p role="alert" className="pt-2 text-sm font-medium text-red">
              {failure}
            </p>
          )}
        </div>
        <div className="grid gap-2">
          <p className="text-sm text-mute">Clique no mapa para selecionar sua localização</p>
          <MapView position={position.coordinates} dots={dots} onPick={(picked) => pick(picked)} />
        </div>
      </div>
    </Dialog>
  )
}

type MapViewProps = {
  position: Coordinates
  dots: readonly MapDot[]
  onPick: (position: Coordinates) => void
  /** Marks the picked position, for a map that stays open after the pick. */
  pin?: { isSet: boolean }
}

export function MapView({ position, dots, onPick, pin }: MapViewProps) {
  const site = useSite()
  const element = useRef<HTMLDivElement>(null)
  const queryClient = useQueryClient()
  const pick = useEffectEvent(onPick)

  const draw = useEffectEvent((container: HTMLElement) =>
    createMap({
      element: container,
      position,
      dots,
      tilesUrl: site?.tilesUrl ?? '',
      pin,
      listMunicipalities: async (bounds) =>
        (await queryClient.fetchQuery(municipalitiesInViewQuery(bounds))).municipalities,
      onPick: (picked) => pick(picked),
    }),
  )

  // Created once: Leaflet keeps the state of the map until the dialog closes.
  useEffect(() => (element.current ? draw(element.current) : undefined), [])

  return (
    <div className="group relative isolate">
      <div
        ref={element}
        role="application"
        aria-label="Mapa. Use as setas para mover, mais e menos para aproximar, e Enter para escolher o centro."
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the map handles the keyboard.
        tabIndex={0}
        className="h-[42dvh] min-h-56 w-full rounded-control md:h-96"
      />
      <Crosshair />
    </div>
  )
}

/** Marks the position that Enter picks while the map has the focus. */
function Crosshair() {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 z-500 hidden place-items-center group-has-focus-visible:grid"
    >
      <svg viewBox="0 0 40 40" className="size-10 stroke-red" fill="none" strokeWidth="2.5" aria-hidden="true">
        <path d="M20 2v12M20 26v12M2 20h12M26 20h12" />
      </svg>
    </div>
  )
}
