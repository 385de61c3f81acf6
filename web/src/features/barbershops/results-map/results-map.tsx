import type { BarbershopMap } from '@na-regua/contract/barbershop-map'
import { barbershopsApi } from '@na-regua/contract/barbershops'
import { keepPreviousData, queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import L from 'leaflet'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createStore } from 'zustand'
import { api } from '../../../lib/api.ts'
import type { ListMunicipalities } from '../../../lib/map/draw-background.ts'
import { createPlainMap, toCoordinates } from '../../../lib/map/draw-map.ts'
import { shouldRetrySearch } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Spinner } from '../../../ui/loading.tsx'
import { describeNearbyError } from '../listing/nearby-list.tsx'
import type { NearbyQuery } from '../queries.ts'
import { MapPins, type PinCard, type PinEvents, SelectedCard, zoomToFound } from './map-pins.tsx'
import { describeMapTotal, type SearchCircle, toBox, toSearchCircle, type View } from './rules.ts'

/** The barbershops of the list that are in the view. */
const mapQuery = (view: View | undefined, { orderBy: _, ...query }: NearbyQuery) =>
  queryOptions({
    queryKey: ['barbershops', 'map', view, query],
    queryFn: view
      ? ({ signal }) => api(barbershopsApi.map, { query: { ...query, ...view.box, zoom: view.zoom }, signal })
      : skipToken,
    placeholderData: keepPreviousData,
    retry: shouldRetrySearch,
  })

type ResultsMapProps = PinEvents & {
  query: NearbyQuery
  tilesUrl: string
  listMunicipalities: ListMunicipalities
  /** The device is at the position of the search. */
  isOwnPosition: boolean
  onSearch: (circle: SearchCircle) => void
  card: PinCard | undefined
}

/** Pixels that the map may be off its place before another search is offered. */
const MOVED_PIXELS = 24
/** Streets with their names: where one walks to. */
const STREET_ZOOM = 15
/** So few around one are not worth a street: the whole circle is shown. */
const MIN_AROUND = 3
/** A view wider than the largest circle moves to it. */
const MAX_SEARCH_KM = 100

function readView(map: L.Map): View {
  const bounds = map.getBounds()
  const north = bounds.getNorth()
  const south = bounds.getSouth()
  const east = bounds.getEast()
  const west = bounds.getWest()
  return { box: toBox({ north, south, east, west }), zoom: map.getZoom() }
}

/** Leaflet keeps the state of the map; `view` follows it after each move. */
function useMap({ query, tilesUrl, listMunicipalities }: ResultsMapProps) {
  const element = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<L.Map>()
  const [view, setView] = useState<View>()

  const create = useEffectEvent((container: HTMLElement) => {
    const { latitude, longitude } = query
    const options = { element: container, position: { latitude, longitude }, tilesUrl, listMunicipalities }
    const { map: created, remove } = createPlainMap(options)
    const pane = created.getPane('markerPane')
    created.on('moveend', () => setView(readView(created)))
    // Pins do not follow the animation.
    created.on('zoomstart', () => pane?.classList.add('opacity-0'))
    created.on('zoomend', () => pane?.classList.remove('opacity-0'))
    setMap(created)
    return remove
  })
  useEffect(() => (element.current ? create(element.current) : undefined), [])

  return { element, map, view }
}

type Place = { center: L.LatLng; zoom: number }

const placeOf = (map: L.Map): Place => ({ center: map.getCenter(), zoom: map.getZoom() })

function isOff(map: L.Map, { center, zoom }: Place) {
  const distance = map.latLngToContainerPoint(center).distanceTo(map.latLngToContainerPoint(map.getCenter()))
  return map.getZoom() !== zoom || distance > MOVED_PIXELS
}

/** The area that was left, by the circle of the list, which is in the URL: Back and the link to the last search show it again. */
const store = createStore<Record<string, { left: Place; shown: Place }>>(() => ({}))

/** Whether the map is off the view that `show` gave it last. `restore` returns to where the user left the map of this circle. */
function useMoved(map: L.Map | undefined, circle: string) {
  const [isMoved, setMoved] = useState(false)
  const shown = useRef<Place>(undefined)

  const leave = (current: L.Map, from: Place) => store.setState({ [circle]: { left: placeOf(current), shown: from } })

  const handleMove = useEffectEvent((current: L.Map) => {
    if (!shown.current) return
    setMoved(isOff(current, shown.current))
    leave(current, shown.current)
  })
  useEffect(() => {
    const handle = () => map && handleMove(map)
    map?.on('moveend', handle)
    return () => void map?.off('moveend', handle)
  }, [map])

  function show(current: L.Map, change?: () => void) {
    shown.current = undefined
    change?.()
    shown.current = placeOf(current)
    setMoved(false)
  }

  /** For a circle that was made of the view. */
  function stay(current: L.Map) {
    show(current)
    leave(current, placeOf(current))
  }

  function restore(current: L.Map) {
    const area = store.getState()[circle]
    if (!area) return false
    shown.current = area.shown
    current.setView(area.left.center, area.left.zoom, { animate: false })
    return true
  }

  return { isMoved, show, stay, restore }
}

/** The place that distances are measured from. */
const positionStyle = { radius: 8, className: 'map-here', interactive: false }

/** What was found in a view. */
type Found = { view: View | undefined; data: BarbershopMap | undefined }

const circleOf = ({ latitude, longitude, radiusInKm }: SearchCircle) => [latitude, longitude, radiusInKm].join()

/**
 * The map shows what is found in the circle of the list until the user moves it, and the streets around one's own position if something
 * is there. A search of the area in view leaves the map where it is.
 */
function useSearchArea(
  map: L.Map | undefined,
  { view, data }: Found,
  { query, isOwnPosition, onSearch }: ResultsMapProps,
) {
  const { latitude, longitude, radiusInKm } = query
  const { isMoved, show, stay, restore } = useMoved(map, circleOf(query))
  const searched = useRef<string>(undefined)
  /** The view of the whole circle, until it was zoomed into. */
  const fitted = useRef<View>(undefined)
  const circle = useRef<L.LatLngBounds>(undefined)

  const fit = useEffectEvent((current: L.Map, area: L.Circle) => {
    fitted.current = undefined
    circle.current = area.getBounds()
    if (restore(current)) return
    if (searched.current === circleOf(query)) return stay(current)
    if (isOwnPosition) show(current, () => current.setView(area.getLatLng(), STREET_ZOOM, { animate: false }))
    else show(current, () => current.fitBounds(area.getBounds(), { animate: false }))
    fitted.current = readView(current)
  })
  useEffect(() => {
    if (!map) return undefined
    const options = { radius: radiusInKm * 1000, className: 'map-area', interactive: false }
    const area = L.circle([latitude, longitude], options).addTo(map)
    const position = L.circleMarker([latitude, longitude], positionStyle).addTo(map)
    fit(map, area)
    return () => {
      area.remove()
      position.remove()
    }
  }, [map, latitude, longitude, radiusInKm])

  const handleFound = useEffectEvent((found: Found) => {
    if (!map || !found.data || JSON.stringify(found.view) !== JSON.stringify(fitted.current)) return
    const { data: barbershops } = found
    const isStreet = isOwnPosition && fitted.current?.zoom === STREET_ZOOM
    fitted.current = undefined
    if (!isStreet) return show(map, () => zoomToFound(map, barbershops, query))
    const bounds = circle.current
    if (!bounds || barbershops.total >= MIN_AROUND) return
    show(map, () => map.fitBounds(bounds, { animate: false }))
    fitted.current = readView(map)
  })
  useEffect(() => handleFound({ view, data }), [view, data])

  function search() {
    if (!map) return
    const circle = toSearchCircle(readView(map).box, toCoordinates(map.getCenter()))
    searched.current = circle.radiusInKm < MAX_SEARCH_KM ? circleOf(circle) : undefined
    onSearch(circle)
  }

  return { isMoved, search }
}

/** A pin is in view between the buttons above and the card below. */
const toPadding = (cardHeight: number): L.PanInsideOptions => ({
  paddingTopLeft: [70, 130],
  paddingBottomRight: [70, cardHeight + 20],
})

export function ResultsMap(props: ResultsMapProps) {
  const { query, card } = props
  const { element, map, view } = useMap(props)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(mapQuery(view, query))
  const { isMoved, search } = useSearchArea(map, { view, data: isPlaceholderData ? undefined : data }, props)
  // A phone's map fills the space below the chips.
  useEffect(() => void element.current?.scrollIntoView({ block: 'nearest' }), [element])
  const [cardHeight, setCardHeight] = useState(0)
  const bottom = (map?.getSize().y ?? 0) - (card ? cardHeight : 0)
  const showPin = useEffectEvent((id: string | undefined) => {
    const pin = data?.pins.find((candidate) => candidate.id === id)
    if (map && pin) map.panInside([pin.latitude, pin.longitude], toPadding(cardHeight))
  })
  useEffect(() => showPin(cardHeight > 0 ? card?.id : undefined), [card?.id, cardHeight])

  return (
    <div className="relative isolate h-full overflow-hidden rounded-card border border-line">
      <section
        ref={element}
        aria-busy={isFetching}
        aria-label="Mapa das barbearias. Use as setas para mover, mais e menos para aproximar."
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the map handles the keyboard.
        tabIndex={0}
        className="h-full w-full scroll-mb-3"
      />
      {map && view && data && <MapPins {...props} map={map} view={view} bottom={bottom} center={query} {...data} />}
      <div className="pointer-events-none absolute inset-x-2 top-2 z-1000 grid justify-items-center gap-2 *:pointer-events-auto">
        {isMoved && (
          <Button variant="ink" onClick={search} className="rounded-full! shadow-float">
            <Icon name="search" />
            Buscar nesta área
          </Button>
        )}
        <MapStatus total={data?.total} error={error} isFetching={isFetching} onRetry={() => void refetch()} />
      </div>
      {card && <SelectedCard key={card.id} {...card} onResize={setCardHeight} />}
    </div>
  )
}

type MapStatusProps = { total: number | undefined; error: Error | null; isFetching: boolean; onRetry: () => void }

function MapStatus({ total, error, isFetching, onRetry }: MapStatusProps) {
  if (error && !isFetching)
    return (
      <div role="alert" className="grid max-w-sm gap-2 rounded-card bg-card p-3 text-center text-sm shadow-float">
        <p>{describeNearbyError(error)}</p>
        <Button variant="outline" onClick={onRetry}>
          Tentar novamente
        </Button>
      </div>
    )
  return (
    <p
      role="status"
      className="flex min-h-8 items-center gap-2 rounded-full bg-card px-3 text-sm font-medium shadow-float"
    >
      {isFetching && <Spinner className="size-4" />}
      {total === undefined ? 'Procurando barbearias...' : describeMapTotal(total)}
    </p>
  )
}
