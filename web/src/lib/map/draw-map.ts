import L from 'leaflet'
import 'leaflet/dist/leaflet.css'
import type { Coordinates } from '../geolocation.ts'
import './map.css'
import { createMapBackground, type ListMunicipalities } from './draw-background.ts'

export type MapDot = Coordinates & { name: string }

type MapOptions = {
  element: HTMLElement
  place: Coordinates
  dots: readonly MapDot[]
  /** Address of the tiles with {z}, {x} and {y}. */
  tilesUrl: string
  listTowns: ListMunicipalities
  onPick: (place: Coordinates) => void
  /** The mark follows each pick, and the map stays; `place` is marked from the start where it is somebody's pick already. */
  pin?: { isSet: boolean }
}

const ZOOM = 13
/** Without streets a city's name is the smallest thing to go by, so its neighbours should be in view. */
const BACKGROUND_ZOOM = 10
/** Near enough to tell a door from the next one. */
const PIN_ZOOM = 16
const FAILED_TILES = 4

const mapOptions: L.MapOptions = {
  zoom: ZOOM,
  minZoom: 3,
  maxZoom: 18,
  zoomControl: false,
  attributionControl: false,
  worldCopyJump: true,
}

function addTiles(map: L.Map, tilesUrl: string, onFail: () => void) {
  const tiles = L.tileLayer(tilesUrl, {
    maxZoom: 19,
    attribution:
      '© <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">OpenStreetMap</a>',
  })
  let failures = 0
  let hasLoaded = false
  tiles.on('tileload', () => {
    hasLoaded = true
  })
  tiles.on('tileerror', () => {
    failures += 1
    if (!hasLoaded && failures === FAILED_TILES) onFail()
  })
  return tiles.addTo(map)
}

function markOf({ latitude, longitude }: Coordinates) {
  return L.circleMarker([latitude, longitude], { radius: 9, className: 'map-here', interactive: false })
}

function addDots(map: L.Map, { dots }: MapOptions) {
  for (const { latitude, longitude, name } of dots) {
    L.circleMarker([latitude, longitude], { radius: 6, className: 'map-dot', bubblingMouseEvents: true })
      .bindTooltip(document.createTextNode(name) as unknown as HTMLElement, { direction: 'top', offset: [0, -6] })
      .addTo(map)
  }
}

/** Marks the place, and answers what moves the mark. */
function addMark(map: L.Map, { place, pin }: MapOptions) {
  const mark = markOf(place)
  if (pin?.isSet !== false) mark.addTo(map)
  return ({ latitude, longitude }: Coordinates) => {
    if (pin) mark.setLatLng([latitude, longitude]).addTo(map).bringToFront()
  }
}

function addControls(map: L.Map) {
  L.control.attribution({ prefix: false }).addTo(map)
  L.control.zoom({ position: 'bottomright', zoomInTitle: 'Aproximar', zoomOutTitle: 'Afastar' }).addTo(map)
}

function toPlace({ lat, lng }: L.LatLng): Coordinates {
  return { latitude: lat, longitude: ((lng + 540) % 360) - 180 }
}

/** Arrows move and plus and minus zoom by themselves; Enter picks the cross in the middle. */
function pickByKeyboard(element: HTMLElement, map: L.Map, onPick: MapOptions['onPick']) {
  const signal = new AbortController()
  element.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' || event.target !== element) return
      event.preventDefault()
      onPick(toPlace(map.getCenter()))
    },
    { signal: signal.signal },
  )
  return () => signal.abort()
}

/** A map in the browser. Answers what takes it away again. */
export function createMap(options: MapOptions): () => void {
  const { element, place, tilesUrl, listTowns, pin } = options
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const animation = isStill
    ? { fadeAnimation: false, zoomAnimation: false, markerZoomAnimation: false, inertia: false }
    : {}
  const zoom = pin?.isSet ? PIN_ZOOM : ZOOM
  const map = L.map(element, { ...mapOptions, ...animation, zoom, center: [place.latitude, place.longitude] })

  function showBackground() {
    tiles?.remove()
    map.setZoom(Math.min(map.getZoom(), BACKGROUND_ZOOM), { animate: false })
    void createMapBackground(map, listTowns)
  }

  addControls(map)
  const tiles = navigator.onLine ? addTiles(map, tilesUrl, showBackground) : undefined
  if (!tiles) showBackground()
  addDots(map, options)
  const mark = addMark(map, options)

  function pick(picked: Coordinates) {
    mark(picked)
    options.onPick(picked)
  }

  map.on('click', ({ latlng }) => pick(toPlace(latlng)))
  const stopKeys = pickByKeyboard(element, map, pick)
  // The dialog around it opens after the map was made, and phones turn.
  const sight = new ResizeObserver(() => map.invalidateSize({ animate: false }))
  sight.observe(element)
  return () => {
    sight.disconnect()
    stopKeys()
    map.remove()
  }
}
