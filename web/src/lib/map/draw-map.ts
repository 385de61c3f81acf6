import L from 'leaflet'
import 'leaflet/dist/leaflet.css'
import type { Coordinates } from '../geolocation.ts'
import './map.css'
import { createMapBackground, type ListMunicipalities } from './draw-background.ts'

export type MapDot = Coordinates & { name: string }

type PlainMapOptions = {
  element: HTMLElement
  position: Coordinates
  /** URL template with {z}, {x} and {y}. */
  tilesUrl: string
  listMunicipalities: ListMunicipalities
}

type MapOptions = PlainMapOptions & {
  dots: readonly MapDot[]
  onPick: (position: Coordinates) => void
  /** Marks each pick on the map. `isSet` marks `position` from the start, because it was picked before. */
  pin?: { isSet: boolean }
}

const ZOOM = 13
/** The background shows no streets, so neighboring cities must be in view for orientation. */
const BACKGROUND_ZOOM = 10
/** Shows single buildings. */
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

function createMark({ latitude, longitude }: Coordinates) {
  return L.circleMarker([latitude, longitude], { radius: 9, className: 'map-here', interactive: false })
}

function addDots(map: L.Map, { dots }: MapOptions) {
  for (const { latitude, longitude, name } of dots) {
    L.circleMarker([latitude, longitude], { radius: 6, className: 'map-dot', bubblingMouseEvents: true })
      .bindTooltip(document.createTextNode(name) as unknown as HTMLElement, { direction: 'top', offset: [0, -6] })
      .addTo(map)
  }
}

/** Marks the position, and returns a function that moves the mark. */
function addMark(map: L.Map, { position, pin }: MapOptions) {
  const mark = createMark(position)
  if (pin?.isSet !== false) mark.addTo(map)
  return ({ latitude, longitude }: Coordinates) => {
    if (pin) mark.setLatLng([latitude, longitude]).addTo(map).bringToFront()
  }
}

function addControls(map: L.Map) {
  L.control.attribution({ prefix: false }).addTo(map)
  L.control.zoom({ position: 'bottomright', zoomInTitle: 'Aproximar', zoomOutTitle: 'Afastar' }).addTo(map)
}

export function toCoordinates({ lat, lng }: L.LatLng): Coordinates {
  return { latitude: lat, longitude: ((lng + 540) % 360) - 180 }
}

/** Leaflet handles arrows, plus and minus. Enter picks the center. */
function pickByKeyboard(element: HTMLElement, map: L.Map, onPick: MapOptions['onPick']) {
  const controller = new AbortController()
  element.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' || event.target !== element) return
      event.preventDefault()
      onPick(toCoordinates(map.getCenter()))
    },
    { signal: controller.signal },
  )
  return () => controller.abort()
}

/** A map with controls, and with tiles or the background. `maxBackgroundZoom`: the background is shown no closer at first. */
export function createPlainMap(options: PlainMapOptions & { zoom?: number; maxBackgroundZoom?: number }) {
  const { element, position, tilesUrl, listMunicipalities, zoom = ZOOM, maxBackgroundZoom } = options
  const isMotionReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const animation = isMotionReduced
    ? { fadeAnimation: false, zoomAnimation: false, markerZoomAnimation: false, inertia: false }
    : {}
  const map = L.map(element, { ...mapOptions, ...animation, zoom, center: [position.latitude, position.longitude] })

  let tiles: L.TileLayer | undefined
  function showBackground() {
    tiles?.remove()
    if (maxBackgroundZoom) map.setZoom(Math.min(map.getZoom(), maxBackgroundZoom), { animate: false })
    void createMapBackground(map, listMunicipalities)
  }

  addControls(map)
  // In a task of their own: on a cheap phone a tap would wait too long for both.
  const timer = setTimeout(() => {
    if (navigator.onLine) tiles = addTiles(map, tilesUrl, showBackground)
    else showBackground()
  })
  // The size changes when the dialog around the map opens and when a phone is rotated.
  const observer = new ResizeObserver(() => map.invalidateSize({ animate: false }))
  observer.observe(element)
  return {
    map,
    remove() {
      clearTimeout(timer)
      observer.disconnect()
      map.remove()
    },
  }
}

/** Returns a function that removes the map. */
export function createMap(options: MapOptions): () => void {
  const zoom = options.pin?.isSet ? PIN_ZOOM : ZOOM
  const { map, remove } = createPlainMap({ ...options, zoom, maxBackgroundZoom: BACKGROUND_ZOOM })
  addDots(map, options)
  const mark = addMark(map, options)

  function pick(picked: Coordinates) {
    mark(picked)
    options.onPick(picked)
  }

  map.on('click', ({ latlng }) => pick(toCoordinates(latlng)))
  const stopKeys = pickByKeyboard(options.element, map, pick)
  return () => {
    stopKeys()
    remove()
  }
}
