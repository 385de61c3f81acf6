import type { MapCluster, MapPin } from '@na-regua/contract/barbershops'
import { clsx } from 'clsx'
import L from 'leaflet'
import { formatNumber } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import { describeCluster, describePin, type SearchCircle, toSearchCircle, type View } from './rules.ts'

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
  pins: readonly MapPin[]
  clusters: readonly MapCluster[]
}

const pinClass =
  'absolute -translate-x-1/2 cursor-pointer! border font-semibold whitespace-nowrap tabular-nums shadow-float transition-colors after:absolute after:-inset-1.5'

/** Buttons in the map's own pane, so that they move with it. */
export function MapPins({ pins, clusters, ...props }: MapPinsProps) {
  const now = useNow()
  const { map, view, onList } = props
  return (
    <>
      {clusters.map((cluster) => (
        <ClusterButton key={`${cluster.latitude} ${cluster.longitude}`} {...{ map, view, onList, cluster }} />
      ))}
      {pins.map((pin) => (
        <PinButton key={pin.id} {...props} pin={pin} now={now} />
      ))}
    </>
  )
}

/** Whether a click is the end of a drag. */
function isDragged(map: L.Map) {
  return (map.dragging as L.Handler & { moved: () => boolean }).moved()
}

type PinButtonProps = Omit<MapPinsProps, 'pins' | 'clusters' | 'onList'> & { pin: MapPin; now: Date }

function PinButton({ pin, now, map, view, formatDay, highlightedId, onHighlight, onSelect }: PinButtonProps) {
  const { label, name } = describePin(pin, now, formatDay)
  const isHighlighted = pin.id === highlightedId
  return (
    <button
      type="button"
      data-pin={pin.id}
      aria-label={name}
      aria-pressed={isHighlighted}
      onClick={() => !isDragged(map) && onSelect(pin.id)}
      onPointerEnter={() => onHighlight(pin.id)}
      onPointerLeave={() => onHighlight(undefined)}
      onFocus={() => onHighlight(pin.id)}
      onBlur={() => onHighlight(undefined)}
      style={place(map, view, pin)}
      className={clsx(
        pinClass,
        'min-h-8 -translate-y-full rounded-full px-2.5 text-sm',
        isHighlighted ? 'z-10 border-ink bg-ink text-paper' : 'border-edge bg-card text-ink hover:border-ink',
      )}
    >
      {label}
    </button>
  )
}

/** In the pane's coordinates, which change with the view. */
function place(map: L.Map, _view: View, { latitude, longitude }: { latitude: number; longitude: number }) {
  const { x, y } = map.latLngToLayerPoint([latitude, longitude])
  return { left: x, top: y }
}

type ClusterButtonProps = Pick<MapPinsProps, 'map' | 'view' | 'onList'> & { cluster: MapCluster }

/** Zooms in until its barbershops are apart. Those at one place are searched for, so that the list has them. */
function ClusterButton({ map, view, cluster, onList }: ClusterButtonProps) {
  const { count, latitude, longitude, north, south, east, west } = cluster
  const canSplit = view.zoom < map.getMaxZoom()

  function open() {
    if (isDragged(map)) return
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
      style={place(map, view, cluster)}
      className={clsx(
        pinClass,
        'grid min-h-9 min-w-9 -translate-y-1/2 place-items-center rounded-full border-navy bg-navy-soft px-2 text-sm text-navy',
      )}
    >
      {formatNumber(count)}
    </button>
  )
}
