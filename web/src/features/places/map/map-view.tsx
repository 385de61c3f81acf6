import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Coordinates } from '../../../lib/geolocation.ts'
import { createMap, type MapDot } from '../../../lib/map/draw-map.ts'
import { useSite } from '../../../lib/site.ts'
import { municipalitiesInViewQuery } from '../address/queries.ts'

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
