import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Coordinates } from '../../../lib/geolocation.ts'
import { createMap, type MapDot } from '../../../lib/map/draw-map.ts'
import { municipalitiesInViewQuery } from '../queries.ts'

type MapViewProps = {
  place: Coordinates
  dots: readonly MapDot[]
  tilesUrl: string
  onPick: (place: Coordinates) => void
  /** Where a pick is only marked and the map stays, instead of being taken away. */
  pin?: { isSet: boolean }
}

export function MapView({ place, dots, tilesUrl, onPick, pin }: MapViewProps) {
  const element = useRef<HTMLDivElement>(null)
  const queryClient = useQueryClient()
  const pick = useEffectEvent(onPick)

  const draw = useEffectEvent((container: HTMLElement) =>
    createMap({
      element: container,
      place,
      dots,
      tilesUrl,
      pin,
      listTowns: async (bounds) => (await queryClient.fetchQuery(municipalitiesInViewQuery(bounds))).municipalities,
      onPick: (picked) => pick(picked),
    }),
  )

  // A map keeps its own view: it is drawn once and lives as long as the dialog is open.
  useEffect(() => (element.current ? draw(element.current) : undefined), [])

  return (
    <div className="group relative isolate">
      <div
        ref={element}
        role="application"
        aria-label="Mapa. Use as setas para mover, mais e menos para aproximar, e Enter para escolher o centro."
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the map takes keys by itself.
        tabIndex={0}
        className="h-[42dvh] min-h-56 w-full rounded-control md:h-96"
      />
      <Crosshair />
    </div>
  )
}

/** What Enter would pick, while the map has the focus. */
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
