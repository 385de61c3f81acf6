import type { BarbershopMap, MapCluster, MapPin } from '@na-regua/contract/barbershop-map'
import { clsx } from 'clsx'
import L from 'leaflet'
import { type MouseEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { createPortal } from 'react-dom'
import { formatNumber } from '../../../lib/format.ts'
import type { Coordinates } from '../../../lib/geolocation.ts'
import { useNow } from '../../../lib/use-now.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import {
  describeCluster,
  describePin,
  joinClusters,
  placeLabels,
  type SearchCircle,
  toSearchCircle,
  type View,
} from './rules.ts'

export type PinEvents = {
  formatDay: (date: string, today: string) => string | undefined
  highlightedId: string | undefined
  onHighlight: (id: string | undefined) => void
  onSelect: (id: string) => void
  /** Lists the barbershops of a place that no zoom can divide. */
  onList: (circle: SearchCircle) => void
}

type MapPinsProps = PinEvents & {
  map: L.Map
  view: View
  /** Pixels from the upper edge of the map to that of a card above it, which hides what is below. */
  bottom: number
  /** The place of the search, which is marked. */
  center: Coordinates
  pins: readonly MapPin[]
  clusters: readonly MapCluster[]
}

const pinClass =
  'absolute -translate-x-1/2 cursor-pointer! border font-semibold whitespace-nowrap tabular-nums shadow-float transition-colors after:absolute after:-inset-1.5'

/** Buttons in the map's own pane, so that they move with it. */
export function MapPins({ pins, clusters: found, ...props }: MapPinsProps) {
  const now = useNow()
  const { map, view, bottom, center, onList } = props
  const clusters = joinClusters(
    found.map((cluster) => ({ cluster, ...toPixels(map, cluster) })),
    2 * CLUSTER_RADIUS,
  )
  const sides = placeLabels(
    pins.map((pin) => ({ ...toPinOnScreen(map, pin), label: describePin(pin, now, props.formatDay).label })),
    [toPlaceBox(map, center), ...clusters.map((cluster) => toPlaceBox(map, cluster))],
  )
  return createPortal(
    <>
      {clusters.map((cluster) => (
        <ClusterButton
          key={`${cluster.latitude} ${cluster.longitude}`}
          map={map}
          view={view}
          bottom={bottom}
          onList={onList}
          cluster={cluster}
        />
      ))}
      {pins.map((pin) => (
        <PinButton key={pin.id} {...props} pin={pin} now={now} side={sides.get(pin.id)} />
      ))}
    </>,
    map.getPane('markerPane') as HTMLElement,
  )
}

/** Whether a click is the end of a drag. Leaflet remembers the last drag until the next press; a key has no press. */
function isDragged(map: L.Map, { detail }: MouseEvent) {
  return detail > 0 && (map.dragging as L.Handler & { moved: () => boolean }).moved()
}

function toPixels(map: L.Map, { latitude, longitude }: Coordinates) {
  const { x, y } = map.latLngToLayerPoint([latitude, longitude])
  return { x, y }
}

function toPinOnScreen(map: L.Map, { id, latitude, longitude, nextSlot }: MapPin) {
  const start = nextSlot === null ? Number.MAX_SAFE_INTEGER : Date.parse(nextSlot)
  return { id, start, ...toPixels(map, { latitude, longitude }) }
}

function toPlaceBox(map: L.Map, place: Coordinates) {
  const { x, y } = toPixels(map, place)
  return { left: x - CLUSTER_RADIUS, right: x + CLUSTER_RADIUS, top: y - CLUSTER_RADIUS, bottom: y + CLUSTER_RADIUS }
}

type PinButtonProps = Omit<MapPinsProps, 'pins' | 'clusters' | 'center' | 'onList'> & {
  pin: MapPin
  now: Date
  /** Where its label stands. Undefined: it is a dot. */
  side: 'above' | 'below' | undefined
}

function PinButton({ pin, now, side, formatDay, highlightedId, onHighlight, onSelect, ...shown }: PinButtonProps) {
  const { label, name } = describePin(pin, now, formatDay)
  const isHighlighted = pin.id === highlightedId
  return (
    <button
      type="button"
      data-pin={pin.id}
      aria-label={name}
      aria-pressed={isHighlighted}
      onClick={(event) => !isDragged(shown.map, event) && onSelect(pin.id)}
      onPointerEnter={() => onHighlight(pin.id)}
      onPointerLeave={() => onHighlight(undefined)}
      onFocus={() => onHighlight(pin.id)}
      onBlur={() => onHighlight(undefined)}
      style={place(shown, pin)}
      className={clsx(
        pinClass,
        'rounded-full text-sm',
        side || isHighlighted ? 'min-h-8 px-2.5' : 'size-4 -translate-y-1/2',
        (side === 'above' || (!side && isHighlighted)) && '-translate-y-full',
        isHighlighted ? 'z-10 border-ink bg-ink text-paper' : 'border-edge bg-card text-ink hover:border-ink',
      )}
    >
      {(side || isHighlighted) && label}
    </button>
  )
}

type Shown = Pick<MapPinsProps, 'map' | 'view' | 'bottom'>

const CLUSTER_RADIUS = 18

/** In the pane's coordinates, which change with the view. `below`: pixels that the button reaches below its place. */
function place({ map, bottom }: Shown, { latitude, longitude }: { latitude: number; longitude: number }, below = 0) {
  const { x, y } = map.latLngToLayerPoint([latitude, longitude])
  const isCovered = map.layerPointToContainerPoint([x, y]).y + below > bottom
  return { left: x, top: y, visibility: isCovered ? 'hidden' : undefined } as const
}

type ClusterButtonProps = Pick<MapPinsProps, 'map' | 'view' | 'bottom' | 'onList'> & { cluster: MapCluster }

/** Zooms in until its barbershops are apart. Those at one place are searched for, so that the list has them. */
function ClusterButton({ cluster, onList, ...shown }: ClusterButtonProps) {
  const { count, latitude, longitude, north, south, east, west } = cluster
  const { map, view } = shown
  const canSplit = view.zoom < map.getMaxZoom()

  function open(event: MouseEvent) {
    if (isDragged(map, event)) return
    if (!canSplit) return onList(toSearchCircle(cluster, { latitude, longitude }))
    const bounds = L.latLngBounds([south, west], [north, east])
    const zoom = Math.max(view.zoom + 1, map.getBoundsZoom(bounds, false, L.point(80, 80)))
    map.setView(bounds.getCenter(), Math.min(map.getMaxZoom(), zoom))
  }

  return (
    <button
      type="button"
      aria-label={describeCluster(count, canSplit)}
      onClick={open}
      style={place(shown, cluster, CLUSTER_RADIUS)}
      className={clsx(
        pinClass,
        'grid min-h-9 min-w-9 -translate-y-1/2 place-items-center rounded-full border-navy bg-navy-soft px-2 text-sm text-navy',
      )}
    >
      {formatNumber(count)}
    </button>
  )
}

/** The buttons above the map and its edges hide what is below them. */
const FOUND_PADDING = L.point(26, 64)
/** Streets with their names. */
const MAX_FOUND_ZOOM = 15

/** Zooms in on what was found, with the place that it is searched from: a circle of 50 km would be one number for a whole city. */
export function zoomToFound(map: L.Map, { pins, clusters }: BarbershopMap, { latitude, longitude }: Coordinates) {
  const bounds = L.latLngBounds([[latitude, longitude]])
  for (const pin of pins) bounds.extend([pin.latitude, pin.longitude])
  for (const { south, west, north, east } of clusters) bounds.extend([south, west]).extend([north, east])
  const zoom = Math.min(MAX_FOUND_ZOOM, map.getBoundsZoom(bounds, false, FOUND_PADDING.multiplyBy(2)))
  if (pins.length + clusters.length > 0 && zoom > map.getZoom())
    map.setView(bounds.getCenter(), zoom, { animate: false })
}

/** The card of a selected barbershop, above the map's lower edge. */
export type PinCard = { id: string; content: ReactNode; onClose: () => void }

type SelectedCardProps = PinCard & { onResize: (height: number) => void }

/** Receives the focus, and gives it back to the pin. */
export function SelectedCard({ id, content, onClose, onResize }: SelectedCardProps) {
  const element = useRef<HTMLElement>(null)
  const observe = useEffectEvent((card: HTMLElement) => {
    const observer = new ResizeObserver(() => onResize(card.offsetHeight))
    observer.observe(card)
    return () => observer.disconnect()
  })
  useEffect(() => element.current?.focus(), [])
  useEffect(() => (element.current ? observe(element.current) : undefined), [])

  function close() {
    onClose()
    document.querySelector<HTMLElement>(`[data-pin="${id}"]`)?.focus()
  }

  return (
    <section
      ref={element}
      tabIndex={-1}
      aria-label="Barbearia escolhida no mapa"
      onKeyDown={(event) => event.key === 'Escape' && close()}
      className="absolute inset-x-2 bottom-2 z-1001 mx-auto max-w-md scroll-mb-3 animate-rise outline-none"
    >
      <div className="max-h-[calc(100dvh-18rem)] overflow-y-auto rounded-card shadow-float">{content}</div>
      <div className="absolute -top-13 right-0 rounded-full bg-card shadow-float">
        <IconButton label="Fechar cartão" onClick={close}>
          <Icon name="close" />
        </IconButton>
      </div>
    </section>
  )
}
