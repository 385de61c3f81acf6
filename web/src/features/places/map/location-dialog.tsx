import type { Municipality } from '@na-regua/contract/places'
import { MAX_MUNICIPALITY_QUERY, MIN_MUNICIPALITY_QUERY } from '@na-regua/contract/text-limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatCount } from '../../../lib/format.ts'
import type { Coordinates } from '../../../lib/geolocation.ts'
import { createMap, type MapDot } from '../../../lib/map/draw-map.ts'
import { useSite } from '../../../lib/site.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { describePlace, placeNameQuery, type SearchCenter } from '../use-search-position.ts'
import { municipalitiesInViewQuery, municipalitiesNamedQuery } from './queries.ts'

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

  function pick({ latitude, longitude }: Coordinates) {
    position.choose({ latitude, longitude })
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
            Agora: <strong className="font-semibold text-ink">{describePlace(place)}</strong>
          </p>
        )}
        <MunicipalityField onPick={pick} />
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
          <MapView position={position.coordinates} dots={dots} onPick={pick} />
        </div>
      </div>
    </Dialog>
  )
}

type MunicipalityFieldProps = { onPick: (municipality: Municipality) => void }

/** Finds a city by its name, without the map. */
function MunicipalityField({ onPick }: MunicipalityFieldProps) {
  const [typed, setTyped] = useState('')
  const query = useDeferredValue(typed.trim())
  const { data } = useQuery(municipalitiesNamedQuery(query))
  const found = query.length >= MIN_MUNICIPALITY_QUERY ? (data?.municipalities ?? []) : []
  const isEmpty = query.length >= MIN_MUNICIPALITY_QUERY && data !== undefined && found.length === 0
  const countText = found.length > 0 && formatCount(found.length, 'cidade encontrada', 'cidades encontradas')
  return (
    <div>
      <TextField
        label="Cidade"
        placeholder="Digite o nome da cidade"
        autoComplete="off"
        maxLength={MAX_MUNICIPALITY_QUERY}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && found[0] && onPick(found[0])}
      />
      <p role="status" className={isEmpty ? 'pt-2 text-sm text-mute' : 'sr-only'}>
        {isEmpty ? 'Nenhuma cidade encontrada.' : countText}
      </p>
      {found.length > 0 && (
        <ul aria-label="Cidades encontradas" className="flex flex-wrap gap-2 pt-2.5">
          {found.map((municipality) => (
            <li key={`${municipality.name} ${municipality.state}`}>
              <button
                type="button"
                onClick={() => onPick(municipality)}
                className="inline-flex min-h-11 items-center gap-1.5 rounded-full border border-line px-3.5 text-sm font-medium hover:border-edge"
              >
                <Icon name="pin" className="size-4 text-mute" />
                {municipality.name}, {municipality.state}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
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
