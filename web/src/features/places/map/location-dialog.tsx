import { useState } from 'react'
import type { Coordinates } from '../../../lib/geolocation.ts'
import type { MapDot } from '../../../lib/map/draw-map.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import type { PlaceInUse } from '../use-place.ts'
import { MapView } from './map-view.tsx'
import { MunicipalityField } from './municipality-field.tsx'

type LocationDialogProps = {
  isOpen: boolean
  onClose: () => void
  place: PlaceInUse
  /** Shops nearby. */
  dots: readonly MapDot[]
  tilesUrl: string
}

/** Choosing a place ends with the toast and the closed dialog; a detection that fails says why and stays. */
function usePicking(place: PlaceInUse, onClose: () => void) {
  const [failure, setFailure] = useState<string>()

  function finish() {
    showToast({ tone: 'success', title: 'Localização atualizada com sucesso!' })
    setFailure(undefined)
    onClose()
  }

  function pick({ latitude, longitude }: Coordinates) {
    place.choose({ latitude, longitude })
    finish()
  }

  async function detect() {
    const reason = await place.detect()
    if (reason) setFailure(reason)
    else finish()
  }

  return { failure, pick, detect }
}

export function LocationDialog({ isOpen, onClose, place, dots, tilesUrl }: LocationDialogProps) {
  const { failure, pick, detect } = usePicking(place, onClose)
  const cancel = (
    <Button variant="outline" onClick={onClose}>
      Cancelar
    </Button>
  )
  return (
    <Dialog title="Selecione sua localização" width="medium" isOpen={isOpen} onClose={onClose} footer={cancel}>
      <div className="grid gap-4">
        <MunicipalityField onPick={pick} />
        <div>
          <Button variant="outline" isWide isBusy={place.detection.status === 'detecting'} onClick={detect}>
            {place.detection.status !== 'detecting' && <Icon name="pin" />}
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
          <MapView place={place.coordinates} dots={dots} tilesUrl={tilesUrl} onPick={pick} />
        </div>
      </div>
    </Dialog>
  )
}
